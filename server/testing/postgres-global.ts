import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../db/schema/migrate.ts'
import { commonTables, directoryTables } from '../db/tables.ts'
import { startPrivatePostgres } from '../db/postgres/private-postgres.ts'
import { givenMoment } from './given-moment.ts'
import { memoryFolder } from './memory-folder.ts'

/** One PostgreSQL for the run, on a free port; a migrated template that each test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataRoot = memoryFolder('balcao-test-')
  const programs = process.env.BALCAO_TEST_POSTGRES
  const server = await startPrivatePostgres({
    dataRoot,
    programs,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '300',
      max_wal_size: '4GB',
      // Chains of stores move from one database to another.
      wal_level: 'logical',
      max_worker_processes: '20',
      max_logical_replication_workers: '12',
      max_sync_workers_per_subscription: '6',
      max_replication_slots: '40',
      max_wal_senders: '40',
      // Hundreds of databases that live for seconds: there is nothing to clean up.
      autovacuum: 'off',
    },
  })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query('create database balcao_template')
  await client.end()
  const template = new URL(server.url)
  template.pathname = '/balcao_template'
  await migrate(template.href)
  await giveClock(template.href)
  await copyApart(server.url, 'balcao_directory', (of) => of === 'cell')
  await copyApart(server.url, 'balcao_cell', (of) => of === 'directory')
  project.provide('postgresUrl', server.url)
  project.provide('postgresDataDirectory', join(dataRoot, 'data'))
  project.provide('postgresPrograms', programs)
  return async () => {
    await server.stop()
    rmSync(dataRoot, { recursive: true, force: true })
  }
}

/** A copy of the template without the tables that only the other side has. */
async function copyApart(
  server: string,
  name: string,
  isOthers: (of: 'directory' | 'cell') => boolean,
): Promise<void> {
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name} template balcao_template strategy file_copy`)
  await admin.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const { rows } = await client.query<{ name: string; of: 'directory' | 'cell' }>(
    `select tablename as name, case when tablename = any ($1) then 'directory' else 'cell' end as of from pg_tables
     where schemaname = 'public' and tablename not like 'schema\\_%' and tablename <> all ($2)`,
    [[...directoryTables], [...commonTables]],
  )
  const others = rows.filter(({ of }) => isOthers(of)).map((row) => row.name)
  await client.query(`drop table ${others.join(', ')} cascade`)
  await client.end()
}

/** The days that may be closed follow the given clock too, so that the running day is none of them. */
async function giveClock(template: string): Promise<void> {
  const client = new pg.Client({ connectionString: template })
  await client.connect()
  const aheadMs = givenMoment.getTime() - Date.now()
  const { rows } = await client.query<{ definition: string }>(
    "select pg_get_functiondef(oid) as definition from pg_proc where proname in ('closable_before', 'closing_guard_before')",
  )
  for (const { definition } of rows)
    await client.query(
      definition.replace(
        'clock_timestamp()',
        `(clock_timestamp() + interval '${String(aheadMs)} milliseconds')`,
      ),
    )
  await client.end()
}
