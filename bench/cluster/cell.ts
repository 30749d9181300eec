import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { until } from '../../server/testing/until.ts'
import { mountDisk, unmountDisk } from '../faults/small-disk.ts'
import { folderOf, signal, startGuard } from './daemon.ts'
import { startEtcd } from './etcd.ts'
import { frontOfCell } from './haproxy.ts'
import { openMachines, runAll, type Machine } from './machines.ts'
import { patroniNode, type CellNode } from './patroni.ts'

export type Cell = Awaited<ReturnType<typeof startCell>>

/**
 * A cell of three PostgreSQL machines behind one address: one leads, and another has confirmed each commit. With `diskMb`
 * each has a small disk of its own, which needs the right to mount.
 */
export async function startCell({ diskMb }: { readonly diskMb?: number } = {}) {
  const parent = mkdtempSync(join(tmpdir(), 'balcao-cluster-'))
  chmodSync(parent, 0o755)
  const machines = openMachines(4)
  const [keeper, ...holders] = machines.all
  const callOffGuard = startGuard(parent, machines.leave)
  const ends: (() => Promise<unknown> | void)[] = [
    () => callOffGuard(),
    () => rmSync(parent, { recursive: true, force: true }),
    () => runAll(machines.leave),
  ]
  const stop = async () => {
    for (const end of ends.toReversed()) await end()
  }
  try {
    const etcd = await startEtcd(keeper, parent)
    ends.push(() => etcd.stop())
    const password = randomBytes(16).toString('hex')
    const nodes: CellNode[] = []
    for (const [index, machine] of holders.entries()) {
      const name = `n${index + 1}`
      const folder = folderOf(parent, name)
      if (diskMb !== undefined) {
        mountDisk(folder, diskMb)
        ends.push(() => unmountDisk(folder))
      }
      nodes.push(
        await patroniNode({ name, machine, etcd: etcd.address, password, folder: folderOf(parent, name) }),
      )
    }
    ends.push(() => Promise.all(nodes.map((node) => node.stop())))
    for (const node of nodes) node.start()
    const front = await frontOfCell(
      parent,
      nodes.map(({ name, postgres, health }) => ({ name, address: postgres, health })),
    )
    ends.push(() => front.stop())
    const admin = `postgres://postgres:${password}@127.0.0.1:${front.port}/postgres`
    const cell = {
      ...cellOf(nodes, admin, keeper),
      /** The owner's address, as Balcão has it. */
      url: `postgres://balcao:${password}@127.0.0.1:${front.port}/balcao`,
      /** Sees the rows of every store. */
      adminUrl: admin.replace(/postgres$/, 'balcao'),
      parent,
      stop,
    }
    await cell.whole()
    await asked(admin, `create role balcao login createrole password '${password}'`)
    await asked(admin, 'create database balcao owner balcao')
    return cell
  } catch (error) {
    await stop()
    throw error
  }
}

function cellOf(nodes: readonly CellNode[], admin: string, keeper: Machine) {
  const leader = () =>
    until(async () => {
      for (const node of nodes) if (await node.leads()) return node
      return null
    })
  return {
    nodes,
    leader,
    /** Freezes a machine's programs; the answer lets them work again. */
    freeze: (node: CellNode) => {
      const pids = node.pids()
      signal(pids, 'SIGSTOP')
      return () => signal(pids, 'SIGCONT')
    },
    /** All that a machine shares with the others of the cell; clients are elsewhere. */
    others: (node: CellNode): readonly Machine[] => [
      keeper,
      ...nodes.filter((one) => one !== node).map(({ machine }) => machine),
    ],
    /** Waits until there is a leader, two machines that follow it, and one of these that it waits for. */
    whole: () =>
      until(
        async () => {
          const [found] = await asked<{ all: number; waited: number }>(
            admin,
            `select count(*)::integer as all, count(*) filter (where sync_state = 'sync')::integer as waited
             from pg_stat_replication where state = 'streaming'`,
          )
          const confirming = await Promise.all(nodes.map((node) => node.confirms()))
          return found?.all === nodes.length - 1 && found.waited > 0 && confirming.includes(true)
        },
        Boolean,
        90_000,
      ),
  }
}

async function asked<T extends pg.QueryResultRow>(url: string, statement: string): Promise<readonly T[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<T>(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
