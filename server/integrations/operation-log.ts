import { sql } from 'kysely'
import type { ChannelOperation } from '../../contract/integrations/health.ts'
import { changeManyStores } from '../db/many-stores.ts'
import type { StoreTransaction } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import type { NotedOperation, NoteOperation } from '../marketplaces/marketplace-kind.ts'
import type { MarketplaceFailure } from '../marketplaces/marketplace-error.ts'

export interface OperationLog {
  readonly note: NoteOperation
  /** Writes what was noted so far. */
  flush(): Promise<void>
  stop(): Promise<void>
}

const flushEveryMs = 3_000
/** Longer than a poll that asks for each merchant alone. */
const sharedWaitsMs = 11_000

interface Tally {
  readonly platform: string
  /** Null until the routes say whose merchant it is. */
  readonly storeId: string | null
  readonly merchantId: string
  readonly operation: ChannelOperation
  okAt: Date | null
  failures: Date[]
  failure: MarketplaceFailure | null
  /** A failure of several merchants, which counts if no success follows. */
  shared: { at: Date; failure: MarketplaceFailure } | null
}

/**
 * How the calls to marketplaces go, gathered in the process and written every few seconds, so that a poll of two
 * thousand merchants is one statement and not two thousand. A process that dies loses seconds of it.
 */
export function createOperationLog(parts: Pick<Deps, 'directory' | 'cells' | 'log' | 'now'>): OperationLog {
  let tallies: Tallies = new Map()
  let writing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null

  const flush = (final = false): Promise<void> => {
    const { due, waiting } = dueTallies(tallies, parts.now(), final)
    tallies = waiting
    if (tallies.size > 0 && !final) flushLater()
    writing = writing.then(async () => {
      try {
        await write(parts, due)
      } catch (error) {
        parts.log.warn({ err: error }, 'the health of marketplaces was not written')
      }
    })
    return writing
  }
  const flushLater = (): void => {
    timer ??= setTimeout(() => {
      timer = null
      void flush()
    }, flushEveryMs).unref()
  }
  return {
    note: (noted) => {
      for (const merchantId of noted.merchantIds ?? ['']) count(tallies, noted, merchantId)
      flushLater()
    },
    flush: () => flush(),
    stop: () => {
      if (timer) clearTimeout(timer)
      return flush(true)
    },
  }
}

type Tallies = Map<string, Tally>

function count(tallies: Tallies, noted: NotedOperation, merchantId: string): void {
  const { platform, operation, at, failure } = noted
  const storeId = noted.storeId ?? null
  const key = JSON.stringify([platform, storeId, merchantId, operation])
  const nothing = { okAt: null, failures: [], failure: null, shared: null }
  const tally = tallies.get(key) ?? { platform, storeId, merchantId, operation, ...nothing }
  tallies.set(key, tally)
  if (failure === null) {
    tally.okAt = at
    tally.shared = null
  } else if (noted.shared) tally.shared ??= { at, failure }
  else {
    tally.failures.push(at)
    tally.failure = failure
  }
}

/** A failure of several merchants waits for a success of each, and counts where none came. */
function dueTallies(
  tallies: Tallies,
  now: Date,
  final: boolean,
): { readonly due: readonly Tally[]; readonly waiting: Tallies } {
  const waiting: Tallies = new Map()
  for (const [key, tally] of tallies) {
    const { shared } = tally
    if (!shared) continue
    if (final || now.getTime() - shared.at.getTime() >= sharedWaitsMs) {
      tally.failures.push(shared.at)
      tally.failure = shared.failure
    } else waiting.set(key, { ...tally, okAt: null, failures: [], failure: null })
  }
  return { due: [...tallies.values()], waiting }
}

async function write(
  { directory, cells, now }: Pick<Deps, 'directory' | 'cells' | 'now'>,
  tallies: readonly Tally[],
): Promise<void> {
  const found = tallies.filter(({ okAt, failures }) => okAt !== null || failures.length > 0)
  if (found.length === 0) return
  const open = [...new Set(found.flatMap((one) => (one.storeId === null ? [one.merchantId] : [])))]
  const routes = open.length === 0 ? [] : await routesOf(directory, open)
  const stores = new Map(
    routes.map((route) => [JSON.stringify([route.platform, route.merchant_id]), route.store_id]),
  )
  const rows = found.flatMap((one) => {
    const storeId = one.storeId ?? stores.get(JSON.stringify([one.platform, one.merchantId]))
    if (!storeId) return []
    const failures = one.failures.slice(-100)
    return [
      {
        store_id: storeId,
        type: one.platform,
        merchant_id: one.merchantId,
        operation: one.operation,
        ok_at: one.okAt,
        failed_at: failures.at(-1) ?? null,
        failure: one.failure,
        failures,
      },
    ]
  })
  await changeManyStores(cells, [...new Set(rows.map((row) => row.store_id))], async (tx, storeIds) => {
    const some = new Set(storeIds)
    await writeRows(
      tx,
      now(),
      rows.filter((row) => some.has(row.store_id)),
    )
    return []
  })
}

const routesOf = (directory: Deps['directory'], merchantIds: readonly string[]) =>
  directory
    .selectFrom('merchant_routes')
    .select(['platform', 'merchant_id', 'store_id'])
    .where('merchant_id', 'in', merchantIds)
    .execute()

async function writeRows(tx: StoreTransaction, now: Date, rows: readonly object[]): Promise<void> {
  const hourAgo = new Date(now.getTime() - 3_600_000)
  // A store deleted since then has no health.
  await sql`
      insert into channel_operations as o (store_id, type, merchant_id, operation, ok_at, failed_at, failure, failures)
      select x.store_id, x.type, x.merchant_id, x.operation, x.ok_at, x.failed_at, x.failure,
        array(select jsonb_array_elements_text(x.failures)::timestamptz)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (store_id uuid, type text, merchant_id text,
        operation text, ok_at timestamptz, failed_at timestamptz, failure text, failures jsonb)
        join stores on stores.id = x.store_id
      order by x.store_id, x.type, x.merchant_id, x.operation
      on conflict on constraint channel_operations_pkey do update set
        ok_at = greatest(o.ok_at, excluded.ok_at),
        failure = case when excluded.failed_at >= coalesce(o.failed_at, '-infinity') then excluded.failure else o.failure end,
        failed_at = greatest(o.failed_at, excluded.failed_at),
        failures = array(select t from unnest(o.failures || excluded.failures) t where t > ${hourAgo} order by t desc limit 100)`.execute(
    tx,
  )
}
