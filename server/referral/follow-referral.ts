import { sql, type Selectable, type Transaction, type Updateable } from 'kysely'
import { dayMs } from '../../contract/shared/durations.ts'
import { referralOrderDays, type VoidReason } from '../../contract/referral/referral.ts'
import { withDirectoryScope, withStoreScope } from '../db/scope.ts'
import type { Directory } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { modulesOffOf } from '../stores/stores.ts'
import { payReward } from './rewards.ts'
import { selfReferral } from './self-referral.ts'

const lookAgainMs = 60 * 60_000

interface OpenedStore {
  readonly storeId: string
  readonly uid: string
  /** Names the store to the one who recommended it (hidden-name.rules.ts). */
  readonly label: string
  /** The person owned another store before. */
  readonly hadStores: boolean
}

/** In the transaction that opens a store to its owner: the person's referral, if any, is now this store's. */
export async function startReferral(
  tx: Transaction<Directory>,
  { storeId, uid, label, hadStores }: OpenedStore,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('referrals')
    .set({
      referred_store_id: storeId,
      store_opened_at: now,
      label,
      existing_customer: hadStores,
    })
    .where('referred_uid', '=', uid)
    .where('referred_store_id', 'is', null)
    .where('voided_at', 'is', null)
    .execute()
}

/** After that: the referral of the store, if any, is judged from now on. Done again it changes nothing. */
export async function beginFollowing(deps: Deps, storeId: string): Promise<void> {
  const row = await withDirectoryScope(deps.directory, [storeId], (tx) =>
    tx.selectFrom('referrals').selectAll().where('referred_store_id', '=', storeId).executeTakeFirst(),
  )
  if (row && !(await isFollowed(deps, row, storeId)))
    await lookAgain(deps, row, { storeId, step: 0, dueAt: deps.now() })
}

/** The next look is enqueued before the last one goes, so that there is one until it is decided. */
async function isFollowed({ cells }: Deps, { id }: Referral, storeId: string): Promise<boolean> {
  const look = await withStoreScope(cells, [storeId], (tx) =>
    tx
      .selectFrom('outbox')
      .select('id')
      .where('store_id', '=', storeId)
      .where('kind', '=', 'referral-progress')
      .where('lane', '=', id)
      .executeTakeFirst(),
  )
  return look !== undefined
}

/**
 * Judges the referral of a store that was opened by a link, as often as needed: void for a reason, rewarded at the
 * first real order, or looked at again in an hour. Of two runs one decides: the directory's row says what was decided.
 */
export async function followReferral(deps: Deps, storeId: string, step: number): Promise<void> {
  const row = await withDirectoryScope(deps.directory, [storeId], (tx) =>
    tx.selectFrom('referrals').selectAll().where('referred_store_id', '=', storeId).executeTakeFirst(),
  )
  if (!row?.store_opened_at || row.voided_at) return
  // The last run ended between its two steps.
  if (row.rewarded_at) return reward(deps, row, row.rewarded_at)
  const now = deps.now()
  const sides = { referrer: row.store_id, referred: storeId }
  const reason =
    (step === 0 ? await closedProgram(deps, sides.referrer) : null) ??
    (step === 0 && row.existing_customer ? ('existing-customer' as const) : null) ??
    (await selfReferral(deps, sides, row.referred_uid))
  if (reason) {
    await decide(deps, row, { voided_at: now, void_reason: reason })
    return
  }
  const firstOrderAt = await firstRealOrder(deps, storeId)
  if (firstOrderAt) {
    if (await decide(deps, row, { first_order_at: firstOrderAt, rewarded_at: now }))
      await reward(deps, row, now)
  } else if (now.getTime() > row.store_opened_at.getTime() + referralOrderDays * dayMs) {
    await decide(deps, row, { voided_at: now, void_reason: 'expired' satisfies VoidReason })
  } else {
    const dueAt = new Date(now.getTime() + lookAgainMs)
    await lookAgain(deps, row, { storeId, step: step + 1, dueAt })
  }
}

type Referral = Selectable<Directory['referrals']>

/** False: it was decided in the meantime. */
async function decide(
  deps: Deps,
  { store_id: storeId, id }: Referral,
  change: Updateable<Directory['referrals']>,
): Promise<boolean> {
  const decided = await withDirectoryScope(deps.directory, [storeId], (tx) =>
    tx
      .updateTable('referrals')
      .set(change)
      .where('store_id', '=', storeId)
      .where('id', '=', id)
      .where('voided_at', 'is', null)
      .where('rewarded_at', 'is', null)
      .returning('id')
      .executeTakeFirst(),
  )
  return decided !== undefined
}

const reward = (deps: Deps, { store_id: storeId, id: referralId }: Referral, at: Date): Promise<void> =>
  withStoreScope(deps.cells, [storeId], (tx) =>
    payReward(tx, { storeId, referralId, cents: deps.env.REFERRAL_REWARD_CENTS, at }),
  )

const lookAgain = (
  deps: Deps,
  { id }: Referral,
  { storeId, step, dueAt }: { readonly storeId: string; readonly step: number; readonly dueAt: Date },
): Promise<void> =>
  withStoreScope(deps.cells, [storeId], (tx) =>
    enqueue(tx, 'referral-progress', { step }, { storeId, lane: id, dueAt, key: `${id} ${step}` }),
  )

/** Whether the program counts nobody at the moment when the store opens. */
const closedProgram = ({ cells }: Deps, storeId: string): Promise<VoidReason | null> =>
  withStoreScope(cells, [storeId], async (tx) => {
    const program = await tx
      .selectFrom('referral_programs')
      .select('enabled')
      .where('store_id', '=', storeId)
      .executeTakeFirst()
    const off = (await modulesOffOf(tx, storeId)).includes('referral')
    return off || !program?.enabled ? 'program-off' : null
  })

/** Of an order that a customer paid for and got; test orders and cancelled ones do not count. */
async function firstRealOrder({ cells }: Deps, storeId: string): Promise<Date | null> {
  const { rows } = await withStoreScope(cells, [storeId], (tx) =>
    sql<{ at: Date }>`
      select coalesce(o.completed_at, o.status_since) as at from orders o
      where o.store_id = ${storeId} and o.status = 'concluded' and counts_as_sale(o)
      order by 1 limit 1`.execute(tx),
  )
  return rows[0]?.at ?? null
}
