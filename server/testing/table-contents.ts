import pg from 'pg'

/** Of each table in a database its number of rows and a sum over all columns, without tables like the pattern of SQL. */
export async function tableContents(url: string, without: string): Promise<Record<string, string>> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  const { rows } = await owner.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not like $1 order by 1",
    [without],
  )
  const found: Record<string, string> = {}
  for (const { name } of rows) {
    const sum = await owner.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from ${name} t`,
    )
    found[name] = sum.rows[0]?.sum ?? ''
  }
  await owner.end()
  return found
}
