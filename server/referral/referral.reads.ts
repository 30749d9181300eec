import { sql, type Transaction } from 'kysely'
import { referralTermsVersion, type MyReferrals, type Referral } from '../../contract/referral/referral.ts'
import { withDirectoryScope, withStoreScope } from '../db/scope.ts'
import type { Cell, Directory } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { publicOrigin } from '../identity/identity.ts'

const shown = 200

/** The program and its ledger are the store's, the people who came are the directory's. */
export async function referralsOf(
  { directory, cells, env }: Pick<Deps, 'directory' | 'cells' | 'env'>,
  storeId: string,
): Promise<MyReferrals> {
  const people = await withDirectoryScope(directory, [storeId], async (tx) => ({
    counts: await countsOf(tx, storeId),
    referrals: await listOf(tx, storeId),
  }))
  return withStoreScope(cells, [storeId], async (tx) => ({
    program: await programOf(tx, storeId, env),
    counts: { clicked: await clicksOf(tx, storeId), ...people.counts },
    referrals: people.referrals,
    ledger: await ledgerOf(tx, storeId),
  }))
}

/** In the store's scope. */
export async function programOf(
  tx: Transaction<Cell>,
  storeId: string,
  env: Deps['env'],
): Promise<MyReferrals['program']> {
  const row = await tx
    .selectFrom('referral_programs')
    .selectAll()
    .where('store_id', '=', storeId)
    .executeTakeFirst()
  const current = row?.terms_version === referralTermsVersion ? row : null
  return {
    enabled: row?.enabled ?? false,
    code: row?.code ?? null,
    link: row ? `${publicOrigin(env)}/?referrer_id=${row.code}` : null,
    termsVersion: referralTermsVersion,
    acceptedAt: current?.accepted_at.toISOString() ?? null,
    acceptedBy: current?.accepted_by_name ?? null,
    rewardCents: env.REFERRAL_REWARD_CENTS,
    version: row?.version ?? 0,
  }
}

async function clicksOf(tx: Transaction<Cell>, storeId: string): Promise<number> {
  const { rows } = await sql<{ clicked: number }>`
    select coalesce(sum(clicks), 0)::integer as clicked from referral_clicks
    where store_id = ${storeId}`.execute(tx)
  return rows[0]?.clicked ?? 0
}

async function countsOf(
  tx: Transaction<Directory>,
  storeId: string,
): Promise<Omit<MyReferrals['counts'], 'clicked'>> {
  const { rows } = await sql<Omit<MyReferrals['counts'], 'clicked'>>`
    select count(*)::integer as "signedUp", count(store_opened_at)::integer as "storesOpened",
      count(first_order_at)::integer as "firstOrders",
      (count(*) filter (where rewarded_at is not null and voided_at is null))::integer as rewarded,
      count(voided_at)::integer as void
    from referrals where store_id = ${storeId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The referrals cannot be counted.')
  return row
}

async function listOf(tx: Transaction<Directory>, storeId: string): Promise<Referral[]> {
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

async function ledgerOf(tx: Transaction<Cell>, storeId: string): Promise<MyReferrals['ledger']> {
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
