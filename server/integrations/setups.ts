import type { Transaction } from 'kysely'
import type { SetupStep } from '../../contract/integrations/integrations.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors/app-error.ts'
import type { Marketplace } from '../marketplaces/marketplace.ts'
import { MarketplaceError } from '../marketplaces/marketplace-error.ts'
import type { Grant } from '../marketplaces/marketplace-kind.ts'
import { setupOf, type SetupRow, type StoreType } from './integrations.reads.ts'
import { openSecret, sealSecret, type SealedSecret } from './secrets.ts'

/** The connection in progress, if it is at one of these steps and was seen as it is. integration/stale-setup, -expired */
export async function seenSetup(
  deps: Pick<Deps, 'cells'>,
  of: StoreType,
  {
    version,
    steps,
    now,
  }: { readonly version?: number; readonly steps: readonly SetupStep[]; readonly now: Date },
): Promise<SetupRow> {
  const row = await withStoreScope(deps.cells, [of.storeId], (tx) => setupOf(tx, of))
  const seen = row && (version === undefined || row.version === version)
  if (!seen || !steps.some((step) => step === row.step)) throw new AppError('integration/stale-setup')
  if (row.expires_at && row.expires_at <= now) throw new AppError('integration/setup-expired')
  return row
}

/** Of several changes of one version the first wins. integration/stale-setup */
export async function changeSetup(
  tx: Transaction<Cell>,
  { store_id: storeId, type, version }: Pick<SetupRow, 'store_id' | 'type' | 'version'>,
  columns: Partial<Omit<SetupRow, 'store_id' | 'type' | 'version' | 'checks' | 'sealed'>> & {
    readonly checks?: string
    readonly sealed?: string | null
  },
): Promise<void> {
  const changed = await tx
    .updateTable('integration_setups')
    .set({ ...columns, version: version + 1 })
    .where('store_id', '=', storeId)
    .where('type', '=', type)
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  if (!changed) throw new AppError('integration/stale-setup')
}

const whoseOf = ({ storeId, type }: StoreType): string => `setup ${storeId} ${type}`

export const sealVerifier = (verifier: string, of: StoreType, env: Deps['env']): SealedSecret =>
  sealSecret({ verifier }, whoseOf(of), env)

export const verifierOf = (row: SetupRow, env: Deps['env']): string =>
  (openSecret(row, whoseOf(typeOf(row)), env) as { verifier: string }).verifier

export const sealGrant = (grant: Grant, of: StoreType, env: Deps['env']): SealedSecret =>
  sealSecret(grant, whoseOf(of), env)

export function grantOf(row: SetupRow, env: Deps['env']): Grant {
  const kept = openSecret(row, whoseOf(typeOf(row)), env) as {
    access: string
    accessUntil: string
    renewal: string
    renewUntil: string | null
  }
  return {
    access: kept.access,
    accessUntil: new Date(kept.accessUntil),
    renewal: kept.renewal,
    renewUntil: kept.renewUntil === null ? null : new Date(kept.renewUntil),
  }
}

const typeOf = (row: SetupRow): StoreType => ({ storeId: row.store_id, type: row.type })

/** The marketplace as this connection in progress reaches it. */
export function marketplaceOf(deps: Pick<Deps, 'marketplaces' | 'env'>, row: SetupRow): Marketplace {
  if (row.way === 'app') return deps.marketplaces.of(row.type)
  const { access } = grantOf(row, deps.env)
  return deps.marketplaces.connectWith(row.type, {
    key: 'setup',
    bearer: (spent) =>
      spent === access
        ? Promise.reject(new MarketplaceError(row.type, 'unauthorised', 'the owner’s access has ended'))
        : Promise.resolve(access),
  })
}

/** A partner that does not answer is its failure; what it refuses is said by `refused`. */
export async function asking<T>(work: () => Promise<T>, refused: () => AppError): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error
    if (error.kind === 'unauthorised' || error.kind === 'not-found' || error.kind === 'refused')
      throw refused()
    throw new AppError('marketplace/unavailable', { message: error.words })
  }
}
