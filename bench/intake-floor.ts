import pg from 'pg'

const batch = 32
const tables = ['orders', 'order_items', 'order_events', 'outbox', 'customers'] as const

/**
 * Upper bound of this machine: the same rows of the same orders, 32 orders per commit, copied by plain
 * inserts inside the server. No parsing, numbering, duplicate or tenant check, roll-ups or network round
 * trip. Empties the tables.
 */
export async function measureIntakeFloor(ownerUrl: string): Promise<number> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(`create table kept_ids as
    select id, (row_number() over (order by id) - 1) / ${batch} as batch from orders order by id limit ${batch * 300}`)
  const orderOf = { orders: 'id', order_items: 'order_id', order_events: 'order_id', outbox: 'lane' }
  for (const [table, column] of Object.entries(orderOf)) {
    await owner.query(
      `create table kept_${table} as select t.*, k.batch from ${table} t join kept_ids k on k.id = t.${column}`,
    )
  }
  await owner.query(`create table kept_customers as
    select distinct on (c.id) c.*, o.batch from customers c join kept_orders o on o.customer_id = c.id`)
  const columns = new Map<string, string>()
  for (const table of tables) {
    await owner.query(`create index on kept_${table} (batch)`)
    const found = await owner.query<{ names: string }>(
      `select string_agg(quote_ident(attname), ',' order by attnum) as names
       from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    )
    columns.set(table, found.rows[0]?.names ?? '')
  }
  await owner.query(`truncate ${tables.join(', ')} cascade`)
  await owner.query('analyze')
  const started = performance.now()
  for (let index = 0; index < 300; index += 1) {
    await owner.query('begin')
    for (const table of tables) {
      const names = columns.get(table) ?? ''
      await owner.query({
        name: table,
        text: `insert into ${table} (${names}) select ${names} from kept_${table} where batch = $1`,
        values: [index],
      })
    }
    await owner.query('commit')
  }
  const perSecond = (300 * batch) / ((performance.now() - started) / 1_000)
  await owner.end()
  return Math.round(perSecond)
}
