import { freePort } from '../../server/db/postgres/private-postgres.ts'
import { until } from '../../server/testing/until.ts'
import { folderOf, startDaemon, type Daemon } from './daemon.ts'
import type { Machine } from './machines.ts'

export interface Etcd extends Daemon {
  /** `host:port`, for its clients. */
  readonly address: string
}

/** Knows who leads the cell. One is enough here; production has three (docs/how-to/run-on-many-machines.md). */
export async function startEtcd(machine: Machine, parent: string): Promise<Etcd> {
  const folder = folderOf(parent, 'etcd')
  const address = `${machine.address}:${await machine.port(2379)}`
  const peers = `http://127.0.0.1:${await freePort()}`
  const daemon = startDaemon(machine, folder, [
    '/usr/bin/etcd',
    '--name=one',
    `--data-dir=${folder}/data`,
    `--listen-client-urls=http://${address}`,
    `--advertise-client-urls=http://${address}`,
    `--listen-peer-urls=${peers}`,
    `--initial-advertise-peer-urls=${peers}`,
    `--initial-cluster=one=${peers}`,
    '--log-level=warn',
  ])
  await until(async () => (await fetch(`http://${address}/health`)).ok)
  return { ...daemon, address }
}
