import { sql, type Transaction } from 'kysely'
import { referralTermsVersion, type MyReferrals, type Referral } from '../../contract/referral/referral.ts'
import type { DirectoryAndCell } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { publicOrigin } from '../identity/identity.ts'

const shown = 200

/** Needs the store's scope. */
export async function referralsOf(
  tx: Transaction<DirectoryAndCell>,
  storeId: string,
  env: Deps['env'],
): Promise<MyReferrals> {
  const row = await tx
    .selectFrom('referral_programs')
    .selectAll()
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  const current = row?.terms_version === referralTermsVersion ? row : null
  return {
    program: {
      enabled: row?.enabled ?? false,
      code: row?.code ?? null,
      link: row ? `${publicOrigin(env)}/?referrer_id=${row.code}` : null,
      termsVersion: referralTermsVersion,
      acceptedAt: current?.accepted_at.toISOString() ?? null,
      acceptedBy: current?.accepted_by_name ?? null,
      rewardCents: env.REFERRAL_REWARD_CENTS,
      version: row?.version ?? 0,
    },
    counts: await countsOf(tx, storeId),
    referrals: await listOf(tx, storeId),
    ledger: await ledgerOf(tx, storeId),
  }
}

async function countsOf(tx: Transaction<DirectoryAndCell>, storeId: string): Promise<MyReferrals['counts']> {
  const clicks = await sql<{ clicked: number }>`
    select coalesce(sum(clicks), 0)::integer as clicked from referral_clicks
    where store_id = ${storeId}`.execute(tx)
  const { rows } = await sql<Omit<MyReferrals['counts'], 'clicked'>>`
    select count(*)::integer as "signedUp", count(store_opened_at)::integer as "storesOpened",
      count(first_order_at)::integer as "firstOrders",
      (count(*) filter (where rewarded_at is not null and voided_at is null))::integer as rewarded,
      count(voided_at)::integer as void
    from referrals where store_id = ${storeId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The referrals cannot be counted.')
  return { clicked: clicks.rows[0]?.clicked ?? 0, ...row }
}

async function listOf(tx: Transaction<DirectoryAndCell>, storeId: string): Promise<Referral[]> {
  const rows = await tx
    .selectFrom('referrals')
    .selectAll()
    .where('store_id', '=', storeId)
    .orderBy('signed_up_at', 'desc')
    .orderBy('id')
    .limit(shown)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    state: row.voided_at
      ? 'void'
      : row.rewarded_at
        ? 'rewarded'
        : row.store_opened_at
          ? 'store-open'
          : 'signed-up',
    label: row.label,
    signedUpAt: row.signed_up_at.toISOString(),
    storeOpenedAt: row.store_opened_at?.toISOString() ?? null,
    firstOrderAt: row.first_order_at?.toISOString() ?? null,
    rewardedAt: row.rewarded_at?.toISOString() ?? null,
    voidedAt: row.voided_at?.toISOString() ?? null,
    // Written by this room only, from the contract's list.
    voidReason: row.void_reason as Referral['voidReason'],
    voidNote: row.void_note,
  }))
}

async function ledgerOf(tx: Transaction<DirectoryAndCell>, storeId: string): Promise<MyReferrals['ledger']> {
  const rows = await tx
    .selectFrom('referral_ledger')
    .select(['id', 'referral_id', 'kind', 'cents', 'at'])
    .where('store_id', '=', storeId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return {
    balanceCents: rows.reduce((sum, { cents }) => sum + cents, 0),
    entries: rows.slice(0, shown).map((row) => ({
      id: row.id,
      referralId: row.referral_id,
      kind: row.kind === 'reward' ? ('reward' as const) : ('reversal' as const),
      cents: row.cents,
      at: row.at.toISOString(),
    })),
  }
}
