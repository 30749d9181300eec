import { spawnSync } from 'node:child_process'
import { freePort } from '../../server/db/postgres/private-postgres.ts'

/** A place with an address of its own, on this computer. */
export interface Machine {
  readonly address: string
  port(usual: number): Promise<number>
  /** Enters its network. */
  readonly prefix: readonly string[]
  /** Null: machines share this computer's loopback, which nothing can cut. */
  readonly cable: Cable | null
}

interface Cable {
  /** Nothing leaves or arrives, and neither end of it notices. */
  pull(): void
  /** It still hears its clients, but not those machines. */
  pullFrom(machines: readonly Machine[]): void
  plug(): void
}

export interface Machines {
  /** The first of them keeps the cell's records, the others hold its data. */
  readonly all: readonly [Machine, ...Machine[]]
  /** Shell commands that remove them. */
  readonly leave: readonly string[]
}

export const thisComputer: Machine = {
  address: '127.0.0.1',
  port: () => freePort(),
  prefix: [],
  cable: null,
}

/** Machines with a network of their own each where this process may make them (root, Linux), else ports of loopback. */
export function openMachines(count: number): Machines {
  const shared = (): Machines => ({
    all: [thisComputer, ...Array.from({ length: count - 1 }, () => thisComputer)],
    leave: [],
  })
  if (process.getuid?.() !== 0) return shared()
  const net = `10.231.${process.pid % 250}`
  const bridge = `bal${process.pid}b`
  const names = Array.from({ length: count }, (_, index) => `bal${process.pid}m${index}`)
  const leave = [...names.map((name) => `ip netns del ${name}`), `ip link del ${bridge}`]
  const made =
    ip('link', 'add', bridge, 'type', 'bridge') &&
    ip('addr', 'add', `${net}.1/24`, 'dev', bridge) &&
    ip('link', 'set', bridge, 'up') &&
    names.every((name, index) => addMachine({ name, bridge, address: `${net}.${index + 11}` }))
  if (!made) {
    runAll(leave)
    return shared()
  }
  const [first, ...others] = names.map((name, index) => machineIn(name, `${net}.${index + 11}`))
  return { all: [first as Machine, ...others], leave }
}

function addMachine({ name, bridge, address }: Record<'name' | 'bridge' | 'address', string>): boolean {
  const cable = `${name}c`
  return (
    ip('netns', 'add', name) &&
    ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name) &&
    ip('link', 'set', cable, 'master', bridge, 'up') &&
    ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0') &&
    ip('-n', name, 'link', 'set', 'eth0', 'up') &&
    ip('-n', name, 'link', 'set', 'lo', 'up')
  )
}

function machineIn(name: string, address: string): Machine {
  return {
    address,
    port: (usual) => Promise.resolve(usual),
    prefix: [
      'ip',
      'netns',
      'exec',
      name,
      'setpriv',
      '--reuid=postgres',
      '--regid=postgres',
      '--clear-groups',
      '--inh-caps=-all',
    ],
    cable: {
      pull: () => void ip('link', 'set', `${name}c`, 'down'),
      pullFrom: (machines) => {
        for (const other of machines) ip('-n', name, 'route', 'add', 'blackhole', `${other.address}/32`)
      },
      plug: () => {
        ip('link', 'set', `${name}c`, 'up')
        ip('-n', name, 'route', 'flush', 'type', 'blackhole')
      },
    },
  }
}

/** All of them, whichever fail. */
export function runAll(commands: readonly string[]): void {
  for (const command of commands) spawnSync('sh', ['-c', command], { stdio: 'ignore' })
}

const ip = (...args: readonly string[]): boolean => spawnSync('ip', args, { stdio: 'ignore' }).status === 0
