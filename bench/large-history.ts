import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { createUser } from '../server/identity/identity.ts'
import { openDatabase } from '../server/db/connections/pool.ts'
import { closeStore } from '../server/reports/closing/close-days.ts'
import { figures, ledger, ordersAndItems, orderSteps, people } from './history-rows.ts'

export interface LargeHistoryOptions {
  /** URL of the database owner, a superuser: rows of all stores are written at once. */
  readonly ownerUrl: string
  /** Part of its addresses and of its manager's: several chains fit into one database. Default: bancada. */
  readonly chain?: string
  /** Default: 100. */
  readonly stores?: number
  /** Days of history. Default: 365. */
  readonly days?: number
  /** Orders on an ordinary day of one store; 344 yield about 12.5 million over 100 stores and a year. */
  readonly ordersPerDay?: number
  readonly now: Date
  readonly log: (line: string) => void
}

export interface LargeHistory {
  readonly storeIds: readonly string[]
  readonly email: string
  readonly password: string
  readonly orders: number
  readonly items: number
  readonly seconds: number
}

const emailOf = ({ chain = 'bancada' }: LargeHistoryOptions): string => `${chain}@balcao.example`
const password = 'Balcao#2026'

/**
 * A year of a large chain, generated inside the database: orders and items by random() and generate_series,
 * roll-ups summed from them, past days closed like the job does. Only data that reports and search read; steps of the
 * newest orders alone. Stores are loaded one after another on two connections, and the running panel sees a store only
 * when it is complete.
 */
export async function loadLargeHistory(options: LargeHistoryOptions): Promise<LargeHistory> {
  const begun = performance.now()
  const count = options.stores ?? 100
  const existing = await existingHistory(options)
  if (existing) return { ...existing, seconds: 0 }
  const storeIds = await makeChain(options, count)
  let orders = 0
  let items = 0
  let finished = 0
  const waiting = [...storeIds]
  const work = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: options.ownerUrl, application_name: 'balcao-bench' })
    await client.connect()
    try {
      await client.query("set synchronous_commit = off; set work_mem = '128MB'; set jit = off")
      for (let store = waiting.shift(); store; store = waiting.shift()) {
        const made = await fillStore(client, store, options)
        orders += made.orders
        items += made.items
        finished += 1
        if (finished % 10 === 0) options.log(`${finished} of ${count} stores, ${orders} orders`)
      }
    } finally {
      await client.end()
    }
  }
  await Promise.all([work(), work()])
  const client = new pg.Client({ connectionString: options.ownerUrl })
  await client.connect()
  await client.query('vacuum (analyze)')
  options.log('Closing the past')
  await closeAll(options, storeIds)
  await client.query(
    `insert into menu_slugs (slug, store_id) select menu_slug, id from stores where id = any ($1)`,
    [storeIds],
  )
  await client.query('vacuum (analyze)')
  await client.end()
  return {
    storeIds,
    email: emailOf(options),
    password,
    orders,
    items,
    seconds: (performance.now() - begun) / 1_000,
  }
}

async function closeAll({ ownerUrl, now, log }: LargeHistoryOptions, storeIds: readonly string[]) {
  const database = await openDatabase(ownerUrl, { max: 2, statementTimeoutMs: 600_000 })
  const waiting = [...storeIds]
  const work = async (): Promise<void> => {
    for (let store = waiting.shift(); store; store = waiting.shift()) {
      while ((await closeStore(database.db, store, now)).waiting) log('Waiting for a transaction')
      if (waiting.length % 10 === 0) log(`${waiting.length} stores to close`)
    }
  }
  try {
    await Promise.all([work(), work()])
  } finally {
    await database.close()
  }
}

/** The history of an earlier run in a kept folder (`--data`). */
async function existingHistory(options: LargeHistoryOptions) {
  const { ownerUrl, log, chain = 'bancada' } = options
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const stores = await client.query<{ id: string }>(
      "select s.id from stores s join menu_slugs m on m.store_id = s.id where m.slug like $1 || '-%' order by s.name",
      [chain],
    )
    if (stores.rows.length === 0) return null
    const counted = await client.query<{ orders: string; items: string }>(
      `select (select count(*) from orders o where o.store_id = any ($1)) as orders,
        (select count(*) from order_items i where i.store_id = any ($1)) as items`,
      [stores.rows.map((row) => row.id)],
    )
    log('The history of an earlier run is used again')
    return {
      storeIds: stores.rows.map((row) => row.id),
      email: emailOf(options),
      password,
      orders: Number(counted.rows[0]?.orders ?? 0),
      items: Number(counted.rows[0]?.items ?? 0),
    }
  } finally {
    await client.end()
  }
}

async function makeChain(options: LargeHistoryOptions, count: number): Promise<readonly string[]> {
  const { ownerUrl, now, chain = 'bancada' } = options
  const database = await openDatabase(ownerUrl, { max: 1, statementTimeoutMs: 60_000 })
  try {
    const uid = await createUser(database.db, { email: emailOf(options), password, name: 'Bancada' })
    const ids = Array.from({ length: count }, () => uuidv7())
    const rows = ids.map((id, index) => ({
      id,
      name: `Loja ${String(index + 1).padStart(3, '0')}`,
      timezone: index % 5 < 3 ? 'America/Sao_Paulo' : 'America/Manaus',
    }))
    const client = await database.pool.connect()
    try {
      await client.query(
        `with rows as (select * from jsonb_to_recordset($1::jsonb) as r (id uuid, name text, timezone text)),
          made as (
            insert into stores (id, name, brand_name, menu_slug, address, timezone, created_at, updated_at)
            select id, name, 'Bancada', $4 || '-' || right(id::text, 12),
              '{"street":"Rua","number":"1","complement":null,"district":"Centro","city":"São Paulo","state":"SP","zipCode":"01000000","lat":null,"lng":null}',
              timezone, $2, $2
            from rows returning id),
          couriers as (
            insert into motoboys (store_id, id, name)
            select made.id, gen_random_uuid(), 'Motoboy ' || n from made, generate_series(1, 5) n),
          starts as (
            insert into store_day_starts (store_id, effective_from, starts_at) select id, '2020-01-01', '04:00' from rows)
        insert into access_entries (store_id, uid, role) select id, $3, 3 from rows`,
        [JSON.stringify(rows), now, uid, chain],
      )
    } finally {
      client.release()
    }
    return ids
  } finally {
    await database.close()
  }
}

const daysAtOnce = 30
/** Of the quality report: 30 days, and the 30 before them that it is compared with. */
const daysOfSteps = 72
/** As far back as the first import of a ledger reads. */
const daysOfLedger = 120

async function fillStore(
  client: pg.Client,
  storeId: string,
  { days = 365, ordersPerDay = 344, now }: LargeHistoryOptions,
): Promise<{ orders: number; items: number }> {
  const made = { orders: 0, items: 0 }
  await client.query(
    'create temporary table if not exists people (n integer primary key, id uuid, name text, phone text)',
  )
  await client.query('truncate people')
  await client.query(people, [storeId, now])
  for (let back = days - 1; back >= 0; back -= daysAtOnce) {
    const result = await client.query<{ orders: number; items: number }>(ordersAndItems, [
      storeId,
      now,
      back,
      Math.max(0, back - daysAtOnce + 1),
      ordersPerDay,
    ])
    made.orders += Number(result.rows[0]?.orders ?? 0)
    made.items += Number(result.rows[0]?.items ?? 0)
  }
  // Without fresh statistics the planner would look items up one by one.
  await client.query('set enable_nestloop = off')
  for (const statement of figures) await client.query(statement, [storeId])
  await client.query(orderSteps, [storeId, daysOfSteps, now])
  const [lines, weeks] = ledger
  await client.query(lines, [storeId, daysOfLedger, now])
  await client.query(weeks, [storeId, now])
  await client.query('reset enable_nestloop')
  return made
}
