import pg from 'pg'
import { until } from './until.ts'

/**
 * Makes calls collide: the row is held until all wait for it, which exposes code that reads before locking.
 * `becomes`: what it is when they get it, such as `state = 'sent'`.
 */
export async function atOnceOver<T>(
  ownerUrl: string,
  row: { readonly table: string; readonly id: string; readonly becomes?: string },
  calls: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  try {
    await owner.query('begin')
    const table = pg.escapeIdentifier(row.table)
    const held = row.becomes
      ? `update ${table} set ${row.becomes} where id = $1`
      : `select from ${table} where id = $1 for update`
    await owner.query(held, [row.id])
    const running = calls.map((call) => call())
    await waitingForLocks(owner, calls.length)
    await owner.query('commit')
    return await Promise.all(running)
  } finally {
    await owner.end()
  }
}

/** Until as many connections of the database wait for locks of others. */
export const waitingForLocks = (client: pg.Client, count = 1): Promise<number> =>
  until(
    async () => {
      // Within a transaction the first look is kept, and would be shown again and again.
      await client.query('select pg_stat_clear_snapshot()')
      const { rows } = await client.query<{ count: number }>(
        "select count(*)::integer as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return rows[0]?.count ?? 0
    },
    (waiting) => waiting >= count,
  )
