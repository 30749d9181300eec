import { withStoreScope } from '../db/scope.ts'
import type { Deps } from '../deps.ts'
import { MarketplaceError } from '../marketplaces/marketplace-error.ts'
import type { Authorisation, ChannelAccounts, StoreChannel } from '../marketplaces/marketplace-kind.ts'
import { authorisationOf, renewalOfMerchant } from './credentials.ts'
import { createOperationLog, type OperationLog } from './operation-log.ts'

type Parts = Pick<Deps, 'directory' | 'cells' | 'env' | 'log' | 'now'>

/** How long another process may use an authorisation that was replaced or a connection that was ended. */
const keepMs = 5_000

interface Kept {
  readonly until: number
  readonly account: Account
}

type Account =
  | { readonly state: 'environment' }
  | { readonly state: 'disconnected' }
  | { readonly state: 'authorised'; readonly id: string }

declare module '../deps.ts' {
  interface Deps {
    readonly accounts: StoreAccounts
  }
}

/** Which credentials serve a store, and how its calls go. */
export interface StoreAccounts extends ChannelAccounts, Pick<OperationLog, 'flush' | 'stop'> {
  /** This process reads the store's connection again at once. */
  forget(channel: StoreChannel): void
}

export function createStoreAccounts(parts: Parts): StoreAccounts {
  const operations = createOperationLog(parts)
  const kept = new Map<string, Kept>()
  const authorisations = new Map<string, Authorisation>()
  const keyOf = ({ storeId, platform }: StoreChannel) => `${storeId} ${platform}`
  return {
    ...operations,
    renewalOf: (platform, merchantId) => renewalOfMerchant(parts, platform, merchantId),
    forget: (channel) => void kept.delete(keyOf(channel)),
    find: async (channel, linking) => {
      const now = parts.now().getTime()
      const known = kept.get(keyOf(channel))
      const account = known && known.until > now ? known.account : await readAccount(parts, channel)
      if (account !== known?.account) kept.set(keyOf(channel), { until: now + keepMs, account })
      if (account.state === 'disconnected')
        throw new MarketplaceError(channel.platform, 'not-configured', 'the store disconnected')
      if (account.state === 'environment' || !linking) return null
      const made = authorisations.get(account.id) ?? authorisationOf(parts, channel, account.id, linking)
      authorisations.set(account.id, made)
      return made
    },
  }
}

async function readAccount({ cells }: Parts, { storeId, platform }: StoreChannel): Promise<Account> {
  const row = await withStoreScope(cells, [storeId], (tx) =>
    tx
      .selectFrom('integrations')
      .leftJoin('channel_credentials as c', (join) =>
        join.onRef('c.store_id', '=', 'integrations.store_id').onRef('c.type', '=', 'integrations.type'),
      )
      .select(['integrations.status', 'integrations.way', 'c.id'])
      .where('integrations.store_id', '=', storeId)
      .where('integrations.type', '=', platform)
      .executeTakeFirst(),
  )
  if (row?.status === 'inactive') return { state: 'disconnected' }
  return row && row.way !== 'app' && row.id ? { state: 'authorised', id: row.id } : { state: 'environment' }
}
