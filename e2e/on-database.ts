import pg from 'pg'

/** Runs the work on a connection of its own, as the owner of the tables. */
export async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export const rowsOf = <Row extends object>(
  url: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Row[]> => onDatabase(url, async (client) => (await client.query<Row>(statement, [...values])).rows)
