import { backOffMs } from '../../contract/shared/back-off.ts'
import { beyond } from '../db/clock-margin.ts'
import { withStoreScope } from '../db/scope.ts'
import { tryLease } from '../db/lease.ts'
import { livesIn } from '../db/cells.ts'
import { leasesOf } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { MarketplaceError } from './marketplace-error.ts'

/** An import that runs every few minutes, merchant by merchant. */
export interface PartnerImport {
  readonly kind: 'financial' | 'reviews'
  readonly everyMs: number
  /** A marketplace without it has nothing to import. */
  readonly facet: 'ledger' | 'reviews'
  /** Returns up to when the marketplace's data is imported. */
  run(deps: Deps, merchant: ImportedMerchant): Promise<Date>
}

export interface ImportedMerchant {
  readonly platform: string
  readonly storeId: string
  readonly merchantId: string
  /** Null: never read. */
  readonly readTo: Date | null
}

const leaseMs = 120_000
const maxWaitMs = 3_600_000

/**
 * One round over all merchants that are due, by one process at a time. A merchant that fails
 * waits longer each time and delays no other; the reason is kept for the page.
 */
export async function importFromPartners(
  deps: Deps,
  imports: readonly PartnerImport[],
  holder: string,
  signal?: AbortSignal,
): Promise<number> {
  const { within } = deps.cells
  const routes = await deps.directory
    .selectFrom('merchant_routes')
    .select(['platform', 'merchant_id', 'store_id'])
    .where(
      'platform',
      'in',
      deps.marketplaces.kinds.map((kind) => kind.platform),
    )
    .$if(within !== null, (found) => found.where(livesIn(within ?? '')))
    .orderBy('merchant_id')
    .execute()
  let done = 0
  for (const { platform, store_id: storeId, merchant_id: merchantId } of routes) {
    const marketplace = await deps.marketplaces.marketplaceFor({ storeId, platform }).catch(() => null)
    // Disconnected since the routes were read.
    if (!marketplace) continue
    for (const one of imports.filter((each) => marketplace[each.facet])) {
      if (signal?.aborted) return done
      if (!(await tryLease(leasesOf(deps), 'partner-imports', leaseMs, holder))) return done
      done += await importOne(deps, one, { platform, storeId, merchantId })
    }
  }
  return done
}

async function importOne(
  deps: Deps,
  one: PartnerImport,
  merchant: Omit<ImportedMerchant, 'readTo'>,
): Promise<number> {
  const { storeId, merchantId } = merchant
  const now = deps.now()
  const key = { store_id: storeId, kind: one.kind, merchant_id: merchantId }
  const before = await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .selectFrom('partner_imports')
      .select(['read_to', 'next_at', 'failures'])
      .where('store_id', '=', storeId)
      .where('kind', '=', one.kind)
      .where('merchant_id', '=', merchantId)
      .executeTakeFirst(),
  )
  const last = beyond(now, Math.max(one.everyMs, maxWaitMs * 1.2))
  if (before && before.next_at > now && before.next_at <= last) return 0
  const readTo = before?.read_to ?? null
  const outcome = await attempt(
    deps,
    one,
    // What was read while the clock was ahead was read up to now at most.
    { ...merchant, readTo: readTo !== null && readTo > now ? now : readTo },
    before?.failures ?? 0,
  )
  await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .insertInto('partner_imports')
      .values({ ...key, ...outcome })
      .onConflict((conflict) => conflict.constraint('partner_imports_pkey').doUpdateSet(outcome))
      .execute(),
  )
  return 1
}

async function attempt(deps: Deps, one: PartnerImport, merchant: ImportedMerchant, failures: number) {
  const now = deps.now()
  try {
    const readTo = await one.run(deps, merchant)
    return { read_to: readTo, done_at: now, failures: 0, last_error: null, next_at: after(now, one.everyMs) }
  } catch (error) {
    deps.log.warn({ err: error, kind: one.kind, storeId: merchant.storeId }, 'import from the partner failed')
    const waitMs = backOffMs(30_000, failures, maxWaitMs)
    const words =
      error instanceof MarketplaceError ? error.kind : error instanceof Error ? error.message : 'unknown'
    return { failures: failures + 1, last_error: words.slice(0, 300), next_at: after(now, waitMs) }
  }
}

const after = (now: Date, ms: number) => new Date(now.getTime() + ms)
