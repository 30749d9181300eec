import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The test run's own PostgreSQL: owner's address of its `postgres` database. */
    postgresUrl: string
    postgresDataDirectory: string
    /** Folder of its programs; undefined: those from npm. For tests that start a server of their own. */
    postgresPrograms: string | undefined
  }
}

export interface TestDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** A database of its own, cloned from the migrated template. Rejects any server but the run's own. */
// A quarter of what the other strategy costs, which writes every page to the log.
export const freshDatabase = (): Promise<TestDatabase> =>
  createDatabase('template balcao_template strategy file_copy')

export interface TestDatabases {
  readonly directory: TestDatabase
  readonly cell: TestDatabase
}

/** Directory and cell as two databases, each without the other's tables. */
export async function databasesApart(): Promise<TestDatabases> {
  const [directory, cell] = await Promise.all(
    ['directory', 'cell'].map((name) => createDatabase(`template balcao_${name} strategy file_copy`)),
  )
  if (!directory || !cell) throw new Error('A database is missing.')
  return { directory, cell }
}

/** A directory and several cells, each a database of its own without the other's tables. */
export interface TestCells {
  readonly directory: TestDatabase
  readonly cells: Readonly<Record<string, TestDatabase>>
}

export async function cellsApart(names: readonly string[]): Promise<TestCells> {
  const directory = await createDatabase('template balcao_directory strategy file_copy')
  const cells: Record<string, TestDatabase> = {}
  for (const name of names) cells[name] = await createDatabase('template balcao_cell strategy file_copy')
  return { directory, cells }
}

/** A database of its own without tables. */
export const emptyDatabase = (): Promise<TestDatabase> => createDatabase('')

async function createDatabase(how: string): Promise<TestDatabase> {
  const admin = inject('postgresUrl')
  const name = `t_${randomUUID().replaceAll('-', '')}`
  await onServer(admin, async (client) => void (await client.query(`create database ${name} ${how}`)))
  const url = new URL(admin)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () =>
      onServer(admin, async (client) => void (await client.query(`drop database ${name} with (force)`))),
  }
}

async function onServer(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const shown = await client.query<{ data_directory: string }>('show data_directory')
    if (shown.rows[0]?.data_directory !== inject('postgresDataDirectory')) {
      throw new Error('This server is not the one of this test run; nothing was written.')
    }
    await work(client)
  } finally {
    await client.end()
  }
}
