import pg from 'pg'
import { inject } from 'vitest'
import type { TestDatabase } from './postgres.ts'

/** No process reaches this database, and those that are connected lose it. */
export const takeDown = (database: TestDatabase): Promise<void> =>
  onServer(
    `alter database ${nameOf(database)} with allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameOf(database)}'`,
  )

export const bringBack = (database: TestDatabase): Promise<void> =>
  onServer(`alter database ${nameOf(database)} with allow_connections true`)

async function onServer(...statements: readonly string[]): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
  for (const statement of statements) await admin.query(statement)
  await admin.end()
}

const nameOf = ({ url }: TestDatabase): string => new URL(url).pathname.slice(1)
