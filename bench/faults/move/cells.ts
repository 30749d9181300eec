import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { runningChild } from '../../../scripts/child-process.ts'
import { openDatabase } from '../../../server/db/connections/pool.ts'
import { freePort, startPrivatePostgres } from '../../../server/db/postgres/private-postgres.ts'
import { migrateEvery } from '../../../server/db/schema/migrate-every.ts'
import { addStore } from '../../../server/testing/app.ts'
import type { Acknowledged } from '../load.ts'
import { addOwner } from '../product.ts'

const chain = '00000000-0000-4000-8000-000000000110'

/** A directory, two cells, a chain of two stores in `a`, and two servers that serve both cells. */
export async function startCells() {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-move-'))
  chmodSync(folder, 0o755)
  const postgres = await startPrivatePostgres({
    dataRoot: join(folder, 'pg'),
    settings: {
      wal_level: 'logical',
      max_connections: '200',
      max_worker_processes: '16',
      max_logical_replication_workers: '8',
      max_sync_workers_per_subscription: '4',
      max_replication_slots: '20',
      max_wal_senders: '20',
    },
  })
  await ask(postgres.url, 'create database directory', 'create database a', 'create database b')
  const urlOf = (name: string): string => {
    const url = new URL(postgres.url)
    url.pathname = `/${name}`
    return url.href
  }
  const directoryUrl = urlOf('directory')
  const cells = ['a', 'b'].map((name) => ({ name, url: urlOf(name) }))
  await migrateEvery({ directoryUrl, cells })
  const cell = await openDatabase(urlOf('a'), { role: 'balcao_app', max: 2 })
  const stores = [await addStore(cell), await addStore(cell)]
  await cell.close()
  await ask(
    directoryUrl,
    ...stores.flatMap((id) => [
      `insert into menu_slugs (slug, store_id) values ('loja-${id}', '${id}')`,
      `insert into store_places (store_id, chain, cell) values ('${id}', '${chain}', 'a')`,
    ]),
  )
  const directory = await openDatabase(directoryUrl, { role: 'balcao_app', max: 2 })
  const reader = await addOwner(directory, stores)
  await directory.close()
  const servers = [await startServer(directoryUrl, cells), await startServer(directoryUrl, cells)] as const
  return {
    stores,
    reader,
    servers,
    directoryUrl,
    cells,
    urlOf,
    /** What a server took that knew an older place. */
    late: [] as Acknowledged[],
    lateSent: { count: 0 },
    place: async (): Promise<string> => {
      const [row] = await ask<{ cell: string }>(directoryUrl, 'select distinct cell from store_places')
      return row?.cell ?? ''
    },
    stop: async () => {
      for (const server of servers) await server.stop()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type CellsProduct = Awaited<ReturnType<typeof startCells>>

interface Server {
  readonly url: string
  readonly signal: (name: 'SIGSTOP' | 'SIGCONT') => void
  readonly stop: () => Promise<void>
}

async function startServer(
  directoryUrl: string,
  cells: readonly { readonly name: string; readonly url: string }[],
): Promise<Server> {
  const port = await freePort()
  const main = fileURLToPath(new URL('../../../server/main.ts', import.meta.url))
  const child: ChildProcess = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    detached: true,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: directoryUrl,
      CELLS: cells.map(({ name, url }) => `${name}=${url}`).join(),
      PORT: String(port),
      DEMO: 'off',
      LOG_LEVEL: 'silent',
    },
  })
  const running = runningChild(child)
  const ready = new Promise<null>((resolve) => child.once('message', () => resolve(null)))
  const why = await Promise.race([ready, running.ended])
  if (why !== null) throw new Error(why)
  return { url: `http://127.0.0.1:${port}`, signal: (name) => child.kill(name), stop: () => running.stop() }
}

/** As the owner; answers the rows of the last statement. */
export async function ask<T extends object>(
  url: string,
  ...statements: readonly string[]
): Promise<readonly T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: readonly T[] = []
    for (const statement of statements) rows = (await client.query<T>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}
