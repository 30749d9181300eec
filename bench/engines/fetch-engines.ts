import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Dialect, Figures } from './engine-questions.ts'

/** An analytical engine in this process. */
export interface Engine {
  readonly name: string
  readonly dialect: Dialect
  readonly ask: (statement: string) => Promise<readonly Figures[]>
}

const packages = ['@duckdb/node-api@1.5.6-r.1', 'chdb@3.4.0']

interface DuckDb {
  readonly DuckDBInstance: {
    create(path: string): Promise<{
      connect(): Promise<{
        runAndReadAll(statement: string): Promise<{ getRowObjectsJson(): readonly Figures[] }>
      }>
    }>
  }
}

interface ChDb {
  readonly Session: new (folder: string) => { query(statement: string, format: string): string }
}

/** DuckDB and ClickHouse from npm, which are no dependency of ours, with empty tables. */
export async function fetchEngines(folder: string): Promise<readonly Engine[]> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n')
  if (!existsSync(join(folder, 'node_modules')))
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, ...packages], {
      stdio: 'inherit',
    })
  const fetched = createRequire(join(folder, 'package.json'))
  const { DuckDBInstance } = fetched('@duckdb/node-api') as DuckDb
  const duck = await (await DuckDBInstance.create(':memory:')).connect()
  const { Session } = fetched('chdb') as ChDb
  const tables = join(folder, 'clickhouse')
  rmSync(tables, { recursive: true, force: true })
  const clickhouse = new Session(tables)
  return [
    {
      name: 'DuckDB',
      dialect: 'duckdb',
      ask: async (statement) => (await duck.runAndReadAll(statement)).getRowObjectsJson(),
    },
    {
      name: 'ClickHouse',
      dialect: 'clickhouse',
      ask: (statement) => {
        const text = clickhouse.query(statement, 'JSON')
        return Promise.resolve(text === '' ? [] : (JSON.parse(text) as { data: Figures[] }).data)
      },
    },
  ]
}
