import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../../server/db/connections/pool.ts'
import { startPrivatePostgres, type PrivatePostgres } from '../../server/db/postgres/private-postgres.ts'
import { withChildren } from '../cluster/daemon.ts'
import { fleetProcess, production } from '../cluster/fleet.ts'
import { openStore } from '../cluster/shop.ts'
import { askPanel, type AskPanel } from '../faults/ask-panel.ts'
import { addOwner } from '../faults/product.ts'

/** Sums since the servers began. */
export interface Counts {
  readonly postgresMs: number
  readonly apiMs: number
  readonly workerMs: number
  readonly statements: number
  readonly commits: number
  readonly walBytes: number
}

export interface House {
  /** A store in each cell, and how its owner calls. */
  readonly shops: readonly { readonly ask: AskPanel; readonly storeId: string }[]
  counts(): Promise<Counts>
  checkpoint(): Promise<void>
  databaseBytes(): Promise<number>
  connections(): Promise<number>
  stop(): Promise<void>
}

/** The product over that number of PostgreSQL servers, all of whose work is counted. */
export async function countedHouse(parent: string, cells: number): Promise<House> {
  const servers: PrivatePostgres[] = []
  for (let index = 0; index < cells; index += 1)
    servers.push(
      await startPrivatePostgres({
        dataRoot: join(parent, `${cells}-${index}`),
        // A checkpoint in between would log pages whole once more in one house than in the other.
        settings: { checkpoint_timeout: '1h', max_wal_size: '8GB' },
      }),
    )
  const [first] = servers
  if (!first) throw new Error('A house has a cell.')
  const list = servers.map(({ url }, index) => `c${index}=${url}`).join(',')
  const databases = { DATABASE_URL: first.url, ...(cells > 1 ? { CELLS: list } : {}) }
  const encryptionKey = randomBytes(32).toString('hex')
  const environment = { ...production(encryptionKey), ...databases }
  const api = await fleetProcess('api', environment)
  await api.up()
  const worker = await fleetProcess('worker', environment)
  await worker.up()
  const clients = await Promise.all(servers.map(({ url }) => connected(url)))
  const shops = []
  const database = await openDatabase(first.url, { role: 'balcao_app', max: 1 })
  // The first store of each owner goes to the emptiest cell.
  for (let index = 0; index < cells; index += 1) {
    const reader = await addOwner(database, [], encryptionKey)
    const ask = askPanel({ url: `http://127.0.0.1:${api.port}`, reader })
    shops.push({ ask, storeId: await openStore(ask) })
  }
  await database.close()
  const summed = async (text: string): Promise<number> => {
    const answers = await Promise.all(clients.map((client) => client.query<{ count: string }>(text)))
    return answers.reduce((total, { rows }) => total + Number(rows[0]?.count ?? 0), 0)
  }
  return {
    shops,
    counts: async () => ({
      postgresMs: servers.reduce((total, { pid }) => total + cpuOfServer(pid), 0),
      apiMs: cpuOf(api.pid(), false),
      workerMs: cpuOf(worker.pid(), false),
      statements: await summed('select sum(calls) as count from pg_stat_statements'),
      commits: await summed('select sum(xact_commit) as count from pg_stat_database'),
      walBytes: await summed("select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as count"),
    }),
    checkpoint: async () => void (await Promise.all(clients.map((client) => client.query('checkpoint')))),
    databaseBytes: () => summed('select pg_database_size(current_database()) as count'),
    connections: () => summed("select count(*) as count from pg_stat_activity where usename = 'balcao_app'"),
    stop: async () => {
      await Promise.all([api.stop(), worker.stop()])
      await Promise.all(clients.map((client) => client.end()))
      await Promise.all(servers.map((server) => server.stop()))
    },
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('create extension if not exists pg_stat_statements')
  return client
}

/** With the connections that are over, which the postmaster has taken in. */
const cpuOfServer = (postmaster: number): number =>
  withChildren(postmaster).reduce((total, pid) => total + cpuOf(pid, pid === postmaster), 0)

const msOfTick = 10

/** User and system time of a process, and of its ended children; 0 once it is gone. */
function cpuOf(pid: number, withEnded: boolean): number {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return 0
  }
  // The name in brackets may hold spaces; utime is the 12th field after it.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return fields.slice(11, withEnded ? 15 : 13).reduce((total, ticks) => total + ticks * msOfTick, 0)
}
