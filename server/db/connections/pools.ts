import type { Kysely } from 'kysely'
import { openDatabase, type Database, type DatabaseOptions } from './pool.ts'
import type { Cells, Directory } from '../tables.ts'

/** The database over one pool of connections. */
export interface Databases {
  /** People, their access and the look-ups. */
  readonly directory: Kysely<Directory>
  /** What stores own. */
  readonly cells: Cells
}

/**
 * Connections for orders and everything else a person does, and apart from them those of reports and of the
 * worker: a call that waits for a report never takes the connection that an order needs (docs/adr/0027-neighbours.md).
 */
export interface Pools {
  readonly main: Database
  readonly reports: Database
  readonly jobs: Database
  /** Lets callers in where they were opened `shut`. */
  readonly admit: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Few connections beat many on two cores; together they stay far below the server's `max_connections`. */
const connections = { main: 6, reports: 4, jobs: 4 }

export async function openPools(url: string, options: DatabaseOptions = {}): Promise<Pools> {
  const open = (name: keyof typeof connections) =>
    openDatabase(url, { applicationName: `balcao ${name}`, max: connections[name], ...options })
  const opened = await Promise.allSettled([open('main'), open('reports'), open('jobs')])
  const [main, reports, jobs] = opened
  if (main.status === 'fulfilled' && reports.status === 'fulfilled' && jobs.status === 'fulfilled') {
    const all = [main.value, reports.value, jobs.value]
    return {
      main: main.value,
      reports: reports.value,
      jobs: jobs.value,
      admit: async () => {
        for (const database of all) await database.admit()
      },
      close: async () => {
        await Promise.all(all.map((database) => database.close()))
      },
    }
  }
  const failures: unknown[] = []
  for (const one of opened) {
    if (one.status === 'fulfilled') await one.value.close()
    else failures.push(one.reason)
  }
  throw failures[0]
}

export const databasesOf = ({ db, cells }: Database): Databases => ({ directory: db, cells })
