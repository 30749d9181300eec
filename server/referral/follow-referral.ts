import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { dayMs } from '../../contract/shared/durations.ts'
import { referralOrderDays, type VoidReason } from '../../contract/referral/referral.ts'
import { withDirectoryAndStores } from '../db/scope.ts'
import type { DirectoryAndCell } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { modulesOffOf } from '../stores/stores.ts'
import { hiddenName } from './hidden-name.rules.ts'
import { selfReferral, type Sides } from './self-referral.ts'

const lookAgainMs = 60 * 60_000

interface OpenedStore {
  readonly storeId: string
  readonly uid: string
  readonly name: string
  /** The person owned another store before. */
  readonly hadStores: boolean
}

/** In the transaction that opens a store: the person's referral, if any, is now this store's, and is followed. */
export async function startReferral(
  tx: Transaction<DirectoryAndCell>,
  { storeId, uid, name, hadStores }: OpenedStore,
  now: Date,
): Promise<void> {
  const row = await tx
    .updateTable('referrals')
    .set({
      referred_store_id: storeId,
      store_opened_at: now,
      label: hiddenName(name),
      existing_customer: hadStores,
    })
    .where('referred_uid', '=', uid)
    .where('referred_store_id', 'is', null)
    .where('voided_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (row)
    await enqueue(
      tx,
      'referral-progress',
      { step: 0 },
      { storeId, lane: row.id, dueAt: now, key: `${row.id} 0` },
    )
}

/**
 * Judges the referral of a store that was opened by a link, as often as needed: void for a reason, rewarded at the
 * first real order, or looked at again in an hour. Of two runs one decides: the row is locked.
 */
export async function followReferral(deps: Deps, storeId: string, step: number): Promise<void> {
  const referrer = await withDirectoryAndStores(deps, [storeId], (tx) =>
    tx.selectFrom('referrals').select('store_id').where('referred_store_id', '=', storeId).executeTakeFirst(),
  )
  if (!referrer) return
  const sides = { referrer: referrer.store_id, referred: storeId }
  await withDirectoryAndStores(deps, [sides.referrer, sides.referred], (tx) =>
    judge(tx, { sides, step, now: deps.now(), rewardCents: deps.env.REFERRAL_REWARD_CENTS }),
  )
}

interface Judging {
  readonly sides: Sides
  readonly step: number
  readonly now: Date
  readonly rewardCents: number
}

async function judge(tx: Transaction<DirectoryAndCell>, judging: Judging): Promise<void> {
  const { sides, step, now, rewardCents } = judging
  const row = await tx
    .selectFrom('referrals')
    .selectAll()
    .where('referred_store_id', '=', sides.referred)
    .forUpdate()
    .executeTakeFirst()
  if (!row?.store_opened_at || row.voided_at || row.rewarded_at) return
  const own = tx.updateTable('referrals').where('store_id', '=', row.store_id).where('id', '=', row.id)
  const reason =
    (step === 0 ? await closedProgram(tx, sides.referrer) : null) ??
    (step === 0 && row.existing_customer ? ('existing-customer' as const) : null) ??
    (await selfReferral(tx, sides, row.referred_uid))
  if (reason) {
    await own.set({ voided_at: now, void_reason: reason }).execute()
    return
  }
  const firstOrderAt = await firstRealOrder(tx, sides.referred)
  if (firstOrderAt) {
    await own.set({ first_order_at: firstOrderAt, rewarded_at: now }).execute()
    await tx
      .insertInto('referral_ledger')
      .values({
        store_id: sides.referrer,
        id: uuidv7(),
        referral_id: row.id,
        kind: 'reward',
        cents: rewardCents,
        at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  } else if (now.getTime() > row.store_opened_at.getTime() + referralOrderDays * dayMs) {
    await own.set({ voided_at: now, void_reason: 'expired' satisfies VoidReason }).execute()
  } else {
    await enqueue(
      tx,
      'referral-progress',
      { step: step + 1 },
      {
        storeId: sides.referred,
        lane: row.id,
        dueAt: new Date(now.getTime() + lookAgainMs),
        key: `${row.id} ${step + 1}`,
      },
    )
  }
}

/** Whether the program counts nobody at the moment when the store opens. */
async function closedProgram(tx: Transaction<DirectoryAndCell>, storeId: string): Promise<VoidReason | null> {
  const program = await tx
    .selectFrom('referral_programs')
    .select('enabled')
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  const off = (await modulesOffOf(tx, storeId)).includes('referral')
  return off || !program?.enabled ? 'program-off' : null
}

/** Of an order that a customer paid for and got; test orders and cancelled ones do not count. */
async function firstRealOrder(tx: Transaction<DirectoryAndCell>, storeId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select coalesce(o.completed_at, o.status_since) as at from orders o
    where o.store_id = ${storeId} and o.status = 'concluded' and counts_as_sale(o)
    order by 1 limit 1`.execute(tx)
  return rows[0]?.at ?? null
}
