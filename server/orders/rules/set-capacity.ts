import { sql, type Transaction } from 'kysely'
import { minuteMs } from '../../../contract/shared/durations.ts'
import { roleMeets } from '../../../contract/shared/access.ts'
import type {
  CapacityLevel,
  CapacityReply,
  CapacitySpan,
  readCapacity as readCapacityRoute,
  setCapacity as setCapacityRoute,
} from '../../../contract/orders/rules.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import type { Caller } from '../../calls/caller.ts'
import { audit } from '../../identity/identity.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { addBreak, breaksOf, endBreaks } from '../../stores/stores.ts'
import { capacityWithChannels } from './order-rules.reads.ts'

/** Default extra minutes of a busy kitchen. */
const usualExtraMinutes = 15

export async function readCapacity(
  call: Call<typeof readCapacityRoute>,
): Promise<Reply<typeof readCapacityRoute>> {
  const { deps, storeId, now } = call
  return withStoreScope(deps.cells, [storeId], (tx) => capacityWithChannels(tx, storeId, now))
}

/** A basic user may set a store to busy; pausing it requires a manager. */
export async function setCapacity(
  call: Call<typeof setCapacityRoute>,
): Promise<Reply<typeof setCapacityRoute>> {
  const { deps, caller, storeId, role, body, now, requestId } = call
  const { level, version } = body
  if (level === 'paused' && !roleMeets(role, 'manager')) {
    throw new AppError('permission/denied', { message: 'Só gerentes e donos podem pausar a loja.' })
  }
  if (level !== 'busy' && body.extraMinutes !== undefined) {
    const message = 'Minutos a mais valem só para o movimento corrido.'
    throw new AppError('validation/refused', { details: [{ path: 'extraMinutes', message }] })
  }
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const until = level === 'normal' ? null : await endOf(tx, storeId, body.untilMinutes, now)
    const { extraMinutes = usualExtraMinutes } = body
    return setCapacityIn(tx, { storeId, caller, now, requestId }, { level, extraMinutes, until, version })
  })
}

/** Who changes which store, in a transaction of its scope. */
interface CapacityCall {
  readonly storeId: string
  readonly caller: Pick<Caller, 'uid' | 'name'>
  readonly now: Date
  readonly requestId: string
}

interface Pace {
  readonly level: CapacityLevel
  /** Of a busy store alone. */
  readonly extraMinutes: number
  /** Null: until a person sets another. */
  readonly until: Date | null
  /** 0: never set. */
  readonly version: number
}

/** Throws order/stale-capacity. */
export async function setCapacityIn(
  tx: Transaction<Cell>,
  { storeId, caller, now, requestId }: CapacityCall,
  { level, extraMinutes, until, version }: Pace,
): Promise<CapacityReply> {
  const columns = {
    // The pause itself is a break.
    level: level === 'busy' ? 'busy' : 'normal',
    extra_minutes: level === 'busy' ? extraMinutes : 0,
    until: level === 'busy' ? until : null,
    set_by: level === 'paused' ? null : caller.name,
    set_at: now,
  }
  const saved =
    version === 0
      ? await tx
          .insertInto('store_capacity')
          .values({ store_id: storeId, ...columns })
          .onConflict((conflict) => conflict.constraint('store_capacity_pkey').doNothing())
          .returning('version')
          .executeTakeFirst()
      : await tx
          .updateTable('store_capacity')
          .set({ ...columns, version: sql<number>`version + 1` })
          .where('store_id', '=', storeId)
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst()
  if (!saved) {
    const current = await capacityWithChannels(tx, storeId, now)
    throw new AppError('order/stale-capacity', { current })
  }
  await replacePause(tx, storeId, level === 'paused' ? { end: until, setBy: caller.name } : null, now)
  const current = await capacityWithChannels(tx, storeId, now)
  if (level === 'busy' && until)
    await enqueue(tx, 'capacity-return', {}, { storeId, lane: storeId, dueAt: until })
  await enqueue(tx, 'channel-pause', {}, { storeId, lane: storeId, dueAt: now })
  publishStoreEvent(tx, storeId, 'capacity', now)
  await audit(tx, {
    actorUid: caller.uid,
    action: 'orders/capacity-set',
    storeId,
    subject: level,
    details: { extraMinutes: current.extraMinutes, until: current.until },
    requestId,
    at: now,
  })
  return current
}

/** Ends the running breaks of every channel, planned ones too, and begins another. */
async function replacePause(
  tx: Transaction<Cell>,
  storeId: string,
  pause: { readonly end: Date | null; readonly setBy: string } | null,
  now: Date,
): Promise<void> {
  const running = (await breaksOf(tx, [storeId], now)).filter(
    ({ start, channels }) => start <= now && channels.length === 0,
  )
  await endBreaks(
    tx,
    storeId,
    running.map(({ id }) => id),
    now,
  )
  if (pause) await addBreak(tx, storeId, { name: null, start: now, channels: [], ...pause }, now)
}

async function endOf(
  tx: Transaction<Cell>,
  storeId: string,
  span: CapacitySpan | undefined,
  now: Date,
): Promise<Date | null> {
  if (span === undefined) return null
  if (span !== 'endOfDay') return new Date(now.getTime() + span * minuteMs)
  const { rows } = await sql<{ at: Date }>`
    select running_day_ends(${storeId}::uuid, ${now}::timestamptz) as at`.execute(tx)
  return rows[0]?.at ?? null
}
