import type { Transaction } from 'kysely'
import type { Cell } from '../db/tables.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Deps } from '../deps.ts'
import { MarketplaceError } from '../marketplaces/marketplace-error.ts'
import type { Authorisation, Grant, Linking, StoreChannel } from '../marketplaces/marketplace-kind.ts'
import { needsSealing, openSecret, sealSecret } from './secrets.ts'

type Parts = Pick<Deps, 'cells' | 'env' | 'now' | 'log'>

interface Tokens {
  readonly access: string
  readonly renewal: string
}

/** Renewed shortly before it ends. */
const renewBeforeMs = 60_000
/** Longer than the call takes; a process that died leaves the renewal free after it. */
const renewalTakesMs = 20_000
const waitsForRenewal = { times: 100, ms: 150 }

/** Keeps what the owner authorised in place of an earlier authorisation. */
export async function keepGrant(
  tx: Transaction<Cell>,
  channel: StoreChannel,
  { id, grant }: { readonly id: string; readonly grant: Grant },
  { env, now }: Pick<Parts, 'env' | 'now'>,
): Promise<void> {
  const columns = { ...grantColumns(channel, grant, env), id, version: 1, created_at: now() }
  await tx
    .insertInto('channel_credentials')
    .values({ store_id: channel.storeId, type: channel.platform, ...columns })
    .onConflict((conflict) =>
      conflict
        .constraint('channel_credentials_pkey')
        .doUpdateSet({ ...columns, renewing_until: null, refused_at: null }),
    )
    .execute()
}

const grantColumns = (channel: StoreChannel, grant: Grant, env: Parts['env']) => {
  const { access, renewal, accessUntil, renewUntil } = grant
  const { sealed, sealKey } = sealSecret({ access, renewal } satisfies Tokens, whoseOf(channel), env)
  return { sealed, seal_key: sealKey, access_until: accessUntil, renew_until: renewUntil }
}

const whoseOf = ({ storeId, platform }: StoreChannel): string => `${storeId} ${platform}`

/** The renewal of the connected store that has this merchant; null: no store, or one without a grant of its own. */
export async function renewalOfMerchant(
  { cells, directory, env }: Pick<Deps, 'cells' | 'directory' | 'env'>,
  platform: string,
  merchantId: string,
): Promise<string | null> {
  const route = await directory
    .selectFrom('merchant_routes')
    .select('store_id')
    .where('platform', '=', platform)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  if (!route) return null
  const channel = { storeId: route.store_id, platform }
  const row = await withStoreScope(cells, [channel.storeId], (tx) =>
    tx
      .selectFrom('channel_credentials')
      .select(['sealed', 'seal_key'])
      .where('store_id', '=', channel.storeId)
      .where('type', '=', platform)
      .executeTakeFirst(),
  )
  return row ? (openSecret(row, whoseOf(channel), env) as Tokens).renewal : null
}

/**
 * The authorisation of a store. Tokens are read when they are needed, because another process may have renewed
 * them; of several that find the token ended one renews it, and the others wait for the result.
 */
export function authorisationOf(
  parts: Parts,
  channel: StoreChannel,
  id: string,
  linking: Linking,
): Authorisation {
  let known: { readonly text: string; readonly until: number } | null = null
  let finding: Promise<string> | null = null
  const find = async (spent: string | undefined): Promise<string> => {
    for (let tries = 0; tries < waitsForRenewal.times; tries += 1) {
      const found = await presentToken(parts, channel, { id, linking, spent })
      if (found) {
        known = found
        return found.text
      }
      await new Promise((resolve) => setTimeout(resolve, waitsForRenewal.ms))
    }
    throw new MarketplaceError(channel.platform, 'unreachable', 'the renewal of a token takes too long')
  }
  return {
    key: id,
    bearer: (spent) => {
      const now = parts.now().getTime()
      if (known && known.text !== spent && known.until - renewBeforeMs > now)
        return Promise.resolve(known.text)
      finding ??= find(spent).finally(() => {
        finding = null
      })
      return finding
    },
  }
}

/** The row as it was read: a change of a later one does nothing. */
interface Seen {
  readonly id: string
  readonly version: number
}

/** Null: another call is renewing it. */
async function presentToken(
  parts: Parts,
  channel: StoreChannel,
  {
    id,
    linking,
    spent,
  }: { readonly id: string; readonly linking: Linking; readonly spent: string | undefined },
): Promise<{ text: string; until: number } | null> {
  const { cells, env } = parts
  const now = parts.now()
  const row = await withStoreScope(cells, [channel.storeId], (tx) =>
    tx
      .selectFrom('channel_credentials')
      .selectAll()
      .where('store_id', '=', channel.storeId)
      .where('type', '=', channel.platform)
      .executeTakeFirst(),
  )
  if (row?.id !== id || row.refused_at) throw ended(channel)
  const { access, renewal } = openSecret(row, whoseOf(channel), env) as Tokens
  if (access !== spent && row.access_until.getTime() - renewBeforeMs > now.getTime()) {
    if (needsSealing(row.seal_key, env)) await sealAgain(parts, channel, row, { access, renewal })
    return { text: access, until: row.access_until.getTime() }
  }
  if (!(await claimRenewal(parts, channel, row))) return null
  return renewToken(parts, channel, { id, version: row.version, renewal, linking })
}

async function renewToken(
  parts: Parts,
  channel: StoreChannel,
  { renewal, linking, ...seen }: Seen & { renewal: string; linking: Linking },
): Promise<{ text: string; until: number }> {
  try {
    const renewing = linking.byCode ?? linking.byCredentials
    if (!renewing) throw new MarketplaceError(channel.platform, 'not-configured', 'nothing renews its tokens')
    const grant = await renewing.renew(renewal)
    await changed(parts, channel, seen, {
      ...grantColumns(channel, grant, parts.env),
      version: seen.version + 1,
      renewing_until: null,
    })
    return { text: grant.access, until: grant.accessUntil.getTime() }
  } catch (error) {
    const refused = error instanceof MarketplaceError && error.kind === 'unauthorised'
    if (refused) parts.log.warn({ ...channel }, 'the owner’s access has ended')
    await changed(parts, channel, seen, {
      renewing_until: null,
      ...(refused ? { refused_at: parts.now() } : {}),
    })
    throw error
  }
}

async function claimRenewal(
  { cells, now }: Parts,
  { storeId, platform }: StoreChannel,
  { id, version }: Seen,
): Promise<boolean> {
  const at = now()
  const claimed = await withStoreScope(cells, [storeId], (tx) =>
    tx
      .updateTable('channel_credentials')
      .set({ renewing_until: new Date(at.getTime() + renewalTakesMs) })
      .where('store_id', '=', storeId)
      .where('type', '=', platform)
      .where('id', '=', id)
      .where('version', '=', version)
      .where((where) => where.or([where('renewing_until', 'is', null), where('renewing_until', '<', at)]))
      .returning('version')
      .executeTakeFirst(),
  )
  return claimed !== undefined
}

const sealAgain = (parts: Parts, channel: StoreChannel, seen: Seen, tokens: Tokens): Promise<void> => {
  const { sealed, sealKey } = sealSecret(tokens, whoseOf(channel), parts.env)
  return changed(parts, channel, seen, { sealed, seal_key: sealKey })
}

async function changed(
  { cells }: Parts,
  { storeId, platform }: StoreChannel,
  { id, version }: Seen,
  columns: {
    readonly sealed?: string
    readonly seal_key?: string | null
    readonly version?: number
    readonly access_until?: Date
    readonly renew_until?: Date | null
    readonly renewing_until?: null
    readonly refused_at?: Date
  },
): Promise<void> {
  await withStoreScope(cells, [storeId], (tx) =>
    tx
      .updateTable('channel_credentials')
      .set(columns)
      .where('store_id', '=', storeId)
      .where('type', '=', platform)
      .where('id', '=', id)
      .where('version', '=', version)
      .execute(),
  )
}

const ended = ({ platform }: StoreChannel): MarketplaceError =>
  new MarketplaceError(platform, 'unauthorised', 'the owner’s access has ended')
