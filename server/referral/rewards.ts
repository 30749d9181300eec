import { v7 as uuidv7 } from 'uuid'
import { withDirectoryScope, withStoreScope } from '../db/scope.ts'
import type { StoreTransaction } from '../db/tables.ts'
import type { Deps } from '../deps.ts'

interface Reward {
  readonly storeId: string
  readonly referralId: string
  /** Centavos. */
  readonly cents: number
  readonly at: Date
}

/** Once for a referral, however often it runs. In the scope of the store that recommended. */
export async function payReward(tx: StoreTransaction, reward: Reward): Promise<void> {
  await entry(tx, 'reward', reward)
}

/**
 * Takes the reward of a voided referral back, once. Where the reward itself is still on its way, both entries are
 * written, so that the one that comes later finds it there and the sum is zero in any order.
 */
export async function reverseReward(deps: Deps, storeId: string, referralId: string): Promise<void> {
  const referral = await withDirectoryScope(deps.directory, [storeId], (tx) =>
    tx
      .selectFrom('referrals')
      .select(['rewarded_at', 'voided_at'])
      .where('store_id', '=', storeId)
      .where('id', '=', referralId)
      .executeTakeFirst(),
  )
  const { rewarded_at: rewardedAt, voided_at: at } = referral ?? {}
  if (!rewardedAt || !at) return
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const reward = { storeId, referralId, cents: deps.env.REFERRAL_REWARD_CENTS, at: rewardedAt }
    await payReward(tx, reward)
    const { cents } = await tx
      .selectFrom('referral_ledger')
      .select('cents')
      .where('store_id', '=', storeId)
      .where('referral_id', '=', referralId)
      .where('kind', '=', 'reward')
      .executeTakeFirstOrThrow()
    await entry(tx, 'reversal', { storeId, referralId, cents: -cents, at })
  })
}

const entry = (
  tx: StoreTransaction,
  kind: 'reward' | 'reversal',
  { storeId, referralId, cents, at }: Reward,
) =>
  tx
    .insertInto('referral_ledger')
    .values({ store_id: storeId, id: uuidv7(), referral_id: referralId, kind, cents, at })
    .onConflict((conflict) => conflict.constraint('referral_ledger_once_key').doNothing())
    .execute()
