import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clusterPostgres } from '../../scripts/find-cluster.ts'
import { fileOf, signal, startDaemon, withChildren, type Daemon } from './daemon.ts'
import type { Machine } from './machines.ts'

export interface NodeParts {
  readonly name: string
  readonly machine: Machine
  readonly etcd: string
  readonly password: string
  readonly folder: string
}

/** A machine of the cell: PostgreSQL and the Patroni that leads it. */
export interface CellNode {
  readonly name: string
  readonly machine: Machine
  readonly folder: string
  readonly postgres: string
  readonly port: number
  /** Where Patroni says whether it leads. */
  readonly health: number
  start(): void
  pids(): readonly number[]
  /** Both programs at once, as when the machine loses its power. */
  kill(): Promise<void>
  leads(): Promise<boolean>
  /** By the cell's records it has every commit, and may lead next. */
  confirms(): Promise<boolean>
  stop(): Promise<void>
}

/** As in docs/how-to/run-on-many-machines.md; here the lease is as short as Patroni 3.0 takes it. */
const seconds = { ttl: 8, loop_wait: 1, retry_timeout: 3 }

export async function patroniNode(parts: NodeParts): Promise<CellNode> {
  const { name, machine, folder } = parts
  const data = join(folder, 'data')
  const port = await machine.port(5432)
  const health = await machine.port(8008)
  const file = fileOf(
    folder,
    'patroni.yml',
    // YAML takes JSON.
    JSON.stringify(settingsOf(parts, { data, port, health }), null, 2),
  )
  let patroni: Daemon | null = null
  const pids = (): readonly number[] => [
    ...(patroni ? withChildren(patroni.pid) : []),
    ...withChildren(postmasterOf(data)),
  ]
  const is = async (what: 'primary' | 'sync'): Promise<boolean> => {
    const answer = await fetch(`http://${machine.address}:${health}/${what}`, {
      signal: AbortSignal.timeout(1_000),
    }).catch(() => null)
    return answer?.status === 200
  }
  return {
    name,
    machine,
    folder,
    postgres: `${machine.address}:${port}`,
    port,
    health,
    start: () => {
      patroni = startDaemon(machine, folder, ['/usr/bin/patroni', file])
    },
    pids,
    kill: async () => {
      signal(pids(), 'SIGKILL')
      await patroni?.ended
    },
    leads: () => is('primary'),
    confirms: () => is('sync'),
    stop: async () => {
      await patroni?.stop()
      // Of one that was killed PostgreSQL may still be there.
      signal(withChildren(postmasterOf(data)), 'SIGKILL')
    },
  }
}

const postmasterOf = (data: string): number => {
  const file = join(data, 'postmaster.pid')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
  // Another program may have got the number.
  return pid > 0 && commandOf(pid).includes(data) ? pid : 0
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

interface Places {
  readonly data: string
  readonly port: number
  readonly health: number
}

function settingsOf({ name, machine, etcd, password, folder }: NodeParts, places: Places): object {
  const { data, port, health } = places
  const scram = ['host replication replicator all scram-sha-256', 'host all all all scram-sha-256']
  return {
    scope: 'cell',
    name,
    restapi: { listen: `${machine.address}:${health}`, connect_address: `${machine.address}:${health}` },
    etcd3: { hosts: etcd },
    bootstrap: {
      dcs: {
        ...seconds,
        // A leader that ended is not waited for.
        master_start_timeout: 0,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 120,
            shared_buffers: '64MB',
            max_wal_size: '256MB',
            min_wal_size: '32MB',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: scram,
    },
    postgresql: {
      listen: `${machine.address}:${port}`,
      connect_address: `${machine.address}:${port}`,
      data_dir: data,
      bin_dir: `/usr/lib/postgresql/${clusterPostgres}/bin`,
      pgpass: join(folder, 'pgpass'),
      parameters: { unix_socket_directories: folder },
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'replicator', password },
      },
    },
  }
}
