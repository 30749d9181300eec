import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { moveChain, moveSteps } from '../../../server/db/move/move-chain.ts'
import { killMover } from '../../../server/db/move/testing/kill-mover.ts'
import { openScreen, placeOrders, type Load } from '../load.ts'
import { verify } from '../verify.ts'
import { ask, startCells, type CellsProduct } from './cells.ts'

interface PlayedMove {
  readonly move: string
  readonly orders: number
  readonly 'longest write ms': number
  readonly 'cut ms': number
}

export interface PlayedMoves {
  readonly moves: readonly PlayedMove[]
  readonly verdict: Awaited<ReturnType<typeof verify>>
  readonly resyncs: number
  readonly refusals: ReadonlyMap<string, number>
  /** Publications, slots and subscriptions that are left. */
  readonly tools: number
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * A chain of two stores moves from cell to cell while eight callers place some twenty orders a second and two screens
 * follow, each on a server of its own. Of the moves one is killed at each step and ended by the next run; in one a server
 * stands still, and is asked for orders of the old place afterwards.
 */
export async function playMoves(moves: number, say: (line: string) => void): Promise<PlayedMoves> {
  const product = await startCells()
  try {
    const { reader, servers, stores } = product
    const screens = servers.map(({ url }) => openScreen({ url, reader }))
    await pause(500)
    const load = placeOrders({ url: servers[0].url, reader, stores })
    await pause(2_000)
    const played: PlayedMove[] = []
    const compared: Plan = { name: 'none, for comparison', rests: true }
    for (const plan of [compared, ...plansOf(moves)]) {
      const before = load.acknowledged.length
      const cutMs = await playOne(product, plan)
      await pause(1_000)
      const longest = Math.max(...load.acknowledged.slice(before).map(({ ms }) => ms))
      const row = {
        move: plan.name,
        orders: load.acknowledged.length - before,
        'longest write ms': Math.round(longest),
        'cut ms': cutMs,
      }
      played.push(row)
      say(JSON.stringify(row))
    }
    await load.stop()
    await pause(3_000)
    for (const screen of screens) await screen.close()
    return {
      moves: played,
      verdict: await verify(
        { ownerUrl: product.urlOf(await product.place()) },
        loadOf(product, load),
        screens,
      ),
      resyncs: screens.reduce((total, screen) => total + screen.resyncs(), 0),
      refusals: load.refusals,
      tools: await toolsLeft(product),
    }
  } finally {
    await product.stop()
  }
}

interface Plan {
  readonly name: string
  readonly killAt?: string
  readonly freezes?: boolean
  readonly rests?: boolean
}

/** Every step once, then one with a frozen server, then undisturbed ones. */
function plansOf(moves: number): readonly Plan[] {
  const plans: Plan[] = [
    ...moveSteps.map((step) => ({ name: `killed after ${step}`, killAt: step })),
    { name: 'a server frozen', freezes: true },
  ]
  const undisturbed = Math.max(0, moves - plans.length)
  return [...plans, ...Array.from({ length: undisturbed }, () => ({ name: 'undisturbed' }))].slice(0, moves)
}

async function playOne(product: CellsProduct, { killAt, freezes, rests }: Plan): Promise<number> {
  if (rests) {
    await pause(10_000)
    return Number.NaN
  }
  const to = (await product.place()) === 'a' ? 'b' : 'a'
  const { directoryUrl, cells, stores } = product
  const input = { directoryUrl, cells, store: stores[0] ?? '', to }
  if (killAt !== undefined) {
    await killMover({ ...input, stopAt: killAt })
    // As an operator does: the command again.
    await runCommand(product, to)
    return Number.NaN
  }
  const [, frozen] = product.servers
  if (freezes) frozen.signal('SIGSTOP')
  const { cutMs } = await moveChain({ ...input, say: () => {}, signal: new AbortController().signal })
  if (freezes) {
    frozen.signal('SIGCONT')
    // It still knows the old place.
    const late = placeOrders({ url: frozen.url, reader: product.reader, stores })
    await pause(2_000)
    await late.stop()
    late.acknowledged.forEach((one) => product.late.push(one))
    product.lateSent.count += late.sent()
  }
  return cutMs
}

function runCommand({ directoryUrl, cells, stores }: CellsProduct, to: string): Promise<void> {
  const script = fileURLToPath(new URL('../../../scripts/move-chain.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, stores[0] ?? '', to],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: directoryUrl,
        CELLS: cells.map(({ name, url }) => `${name}=${url}`).join(),
      },
    },
  )
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`move-chain ended with ${String(code)}`)),
    )
  })
}

/** With the orders that the frozen server took. */
const loadOf = ({ late, lateSent }: CellsProduct, load: Load): Load => ({
  ...load,
  acknowledged: [...load.acknowledged, ...late],
  sent: () => load.sent() + lateSent.count,
})

async function toolsLeft({ urlOf }: CellsProduct): Promise<number> {
  const [row] = await ask<{ count: number }>(
    urlOf('a'),
    `select (select count(*) from pg_replication_slots)::integer + (select count(*) from pg_subscription)::integer as count`,
  )
  return row?.count ?? 0
}
