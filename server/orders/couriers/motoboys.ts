import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type * as contract from '../../../contract/orders/motoboys.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { audit } from '../../identity/identity.ts'
import { couriersOf } from './courier-day.ts'

export async function addMotoboy(
  call: Call<typeof contract.addMotoboy>,
): Promise<Reply<typeof contract.addMotoboy>> {
  const { deps, storeId, body } = call
  const courier = { id: uuidv7(), name: body.name, phone: body.phone ?? null, active: true }
  await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .insertInto('motoboys')
      .values({ store_id: storeId, ...courier })
      .execute(),
  )
  return courier
}

export async function updateMotoboy(
  call: Call<typeof contract.updateMotoboy>,
): Promise<Reply<typeof contract.updateMotoboy>> {
  const { deps, storeId, params, body } = call
  const change = { name: body.name, phone: body.phone ?? null, active: body.active }
  const saved = await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .updateTable('motoboys')
      .set(change)
      .where('store_id', '=', storeId)
      .where('id', '=', params.motoboyId)
      .returning('id')
      .executeTakeFirst(),
  )
  if (!saved) throw new AppError('order/motoboy-not-found')
  return { id: saved.id, ...change }
}

/** Starting a running shift or ending a finished one changes nothing, because two people may tap at once. */
export async function setShift(
  call: Call<typeof contract.setShift>,
): Promise<Reply<typeof contract.setShift>> {
  const { deps, caller, storeId, params, body, now } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    await lockedCourier(tx, storeId, params.motoboyId)
    if (!body.open) {
      await tx
        .updateTable('motoboy_shifts')
        .set({ ended_at: now, ended_by: caller.uid })
        .where('store_id', '=', storeId)
        .where('motoboy_id', '=', params.motoboyId)
        .where('ended_at', 'is', null)
        .execute()
      return { shiftSince: null }
    }
    const running = await tx
      .selectFrom('motoboy_shifts')
      .select('started_at')
      .where('store_id', '=', storeId)
      .where('motoboy_id', '=', params.motoboyId)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (running) return { shiftSince: running.started_at.toISOString() }
    await tx
      .insertInto('motoboy_shifts')
      .values({
        store_id: storeId,
        id: uuidv7(),
        motoboy_id: params.motoboyId,
        started_at: now,
        started_by: caller.uid,
      })
      .execute()
    return { shiftSince: now.toISOString() }
  })
}

/**
 * The amount is computed under the courier's lock, so that concurrent settlements cannot count the same
 * cash twice.
 */
export async function settleCash(
  call: Call<typeof contract.settleCash>,
): Promise<Reply<typeof contract.settleCash>> {
  const { deps, caller, storeId, params, body, now, requestId } = call
  return withStoreScope(
    deps.cells,
    [storeId],
    async (tx) => {
      await lockedCourier(tx, storeId, params.motoboyId)
      const courier = (await couriersOf(tx, storeId, body.day)).find((one) => one.id === params.motoboyId)
      const due = courier?.money?.dueCents ?? 0
      if (body.cents > due)
        throw new AppError('validation/refused', {
          details: [{ path: 'cents', message: 'O valor passa do que falta acertar.' }],
        })
      await tx
        .insertInto('motoboy_settlements')
        .values({
          store_id: storeId,
          id: uuidv7(),
          motoboy_id: params.motoboyId,
          business_day: body.day,
          cents: body.cents,
          at: now,
          actor_uid: caller.uid,
          actor_name: caller.name,
        })
        .execute()
      await audit(tx, {
        actorUid: caller.uid,
        action: 'motoboy/settled',
        storeId,
        subject: params.motoboyId,
        details: { day: body.day, cents: body.cents },
        requestId,
        at: now,
      })
      return { dueCents: due - body.cents }
    },
    { uid: caller.uid },
  )
}

async function lockedCourier(tx: Transaction<Cell>, storeId: string, motoboyId: string): Promise<void> {
  const { rows } = await sql`
    select id from motoboys where store_id = ${storeId} and id = ${motoboyId}::uuid for update`.execute(tx)
  if (rows.length === 0) throw new AppError('order/motoboy-not-found')
}
