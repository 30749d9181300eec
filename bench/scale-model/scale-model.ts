import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as orders from '../../contract/orders/orders.ts'
import { ownOrder } from '../../server/testing/orders.ts'
import { countedHouse, type Counts, type House } from './counted-house.ts'
import { assumed, shapeFor, type OrderCost, type Shape } from './model.ts'

/**
 * `npm run scale-model`: counts what an order costs over one cell and over two, alternately, and prints the machines that a
 * model makes of it. About three minutes; Linux. `--orders=40 --rounds=6`.
 */
const option = (name: string, usual: number): number =>
  Number(process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3) ?? usual)
const livesARound = option('orders', 40)
const rounds = option('rounds', 6)
const atOnce = 4
const maxRatio = 1.05

const nothing: Counts = { postgresMs: 0, apiMs: 0, workerMs: 0, statements: 0, commits: 0, walBytes: 0 }
const names = Object.keys(nothing) as (keyof Counts)[]
type Sums = { -readonly [Name in keyof Counts]: number }

const parent = mkdtempSync(join(tmpdir(), 'balcao-scale-'))
chmodSync(parent, 0o755)
const houses = [await countedHouse(parent, 1), await countedHouse(parent, 2)] as const
try {
  const [one, two] = await Promise.all(houses.map(warmHouse)).then(measureInTurns)
  const ratios = {
    postgres: two.postgresMs / one.postgresMs,
    api: two.apiMs / one.apiMs,
    statements: two.statements / one.statements,
    wal: two.walBytes / one.walBytes,
  }
  const cpu = (two.postgresMs + two.apiMs + two.workerMs) / (one.postgresMs + one.apiMs + one.workerMs)
  console.log(
    `\nmeasured: an order, placed and brought to its end in six calls, ${rounds * livesARound} of each`,
  )
  console.table({ 'one cell': rounded(one), 'two cells': rounded(two) })
  console.log('\nmeasured: two cells ÷ one, the idle work of each taken off (limit 1.05)')
  console.table([
    rounded({
      cpu,
      statements: ratios.statements,
      wal: ratios.wal,
      postgres: ratios.postgres,
      api: ratios.api,
    }),
  ])
  console.log('\nmodel, not measured: machines, from one cell’s figures and these assumptions')
  console.log(assumed)
  console.table([1_000, 10_000, 100_000].map((stores) => shown(shapeFor(stores, one, cpu))))
  console.log('The speed-up is the model’s: no machine here ran more than two cells.')
  if (Math.max(cpu, ratios.statements, ratios.wal) > maxRatio) process.exitCode = 1
} finally {
  await Promise.all(houses.map((house) => house.stop()))
  rmSync(parent, { recursive: true, force: true })
}

async function warmHouse(house: House): Promise<House> {
  await liveOrders(house, livesARound)
  return house
}

/** The houses alternate, so that a slow moment of this machine meets both. */
async function measureInTurns(list: readonly House[]): Promise<readonly [OrderCost, OrderCost]> {
  const sums = list.map(() => ({ ...nothing }))
  const before = await Promise.all(list.map((house) => house.databaseBytes()))
  for (let round = 0; round < rounds; round += 1) {
    console.log(`round ${round + 1} of ${rounds}`)
    for (const [index, house] of list.entries()) add(sums[index], await costOfRound(house))
  }
  const kept = await Promise.all(list.map((house) => house.databaseBytes()))
  const costs: OrderCost[] = []
  for (const [index, house] of list.entries()) {
    const { postgresMs, apiMs, workerMs, statements, walBytes } = sums[index] ?? nothing
    const lives = rounds * livesARound
    await house.checkpoint()
    const afterCheckpoint = await costOfRound(house)
    costs.push({
      postgresMs: postgresMs / lives,
      apiMs: apiMs / lives,
      workerMs: workerMs / lives,
      statements: statements / lives,
      walBytes: walBytes / lives,
      walBytesAfterCheckpoint: afterCheckpoint.walBytes / livesARound,
      keptBytes: ((kept[index] ?? 0) - (before[index] ?? 0)) / lives,
    })
    console.log(`${index + 1} cell(s): ${await house.connections()} connections of one api and one worker`)
  }
  const [one, two] = costs
  if (!one || !two) throw new Error('Two houses are compared.')
  return [one, two]
}

function add(sums: Sums | undefined, counts: Counts): void {
  if (sums) for (const name of names) sums[name] += counts[name]
}

/** What the orders of a round cost above what the house does without any. */
async function costOfRound(house: House): Promise<Counts> {
  const idle = await countedWhile(house, () => new Promise((resolve) => setTimeout(resolve, 3_000)))
  const work = await countedWhile(house, () => liveOrders(house, livesARound))
  const cost: Sums = { ...nothing }
  for (const name of names) cost[name] = work.counts[name] - (idle.counts[name] * work.ms) / idle.ms
  return cost
}

async function countedWhile(house: House, work: () => Promise<unknown>) {
  const began = performance.now()
  const before = await house.counts()
  await work()
  // Effects and live events follow the last commit.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const after = await house.counts()
  const counts: Sums = { ...nothing }
  for (const name of names) counts[name] = after[name] - before[name]
  return { counts, ms: performance.now() - began }
}

async function liveOrders({ shops }: House, count: number): Promise<void> {
  let next = 0
  const caller = async (): Promise<void> => {
    while (next < count) {
      const shop = shops[next % shops.length]
      next += 1
      if (shop) await wholeLife(shop)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, caller))
}

async function wholeLife({ ask, storeId }: House['shops'][number]): Promise<void> {
  const { id } = await ask(orders.placeOrder, storeId, { body: ownOrder() }, crypto.randomUUID())
  for (const step of [
    orders.confirmOrder,
    orders.startPreparation,
    orders.markReady,
    orders.dispatchOrder,
    orders.deliverOrder,
  ] as const)
    await ask(
      step as typeof orders.markReady,
      storeId,
      { params: { orderId: id }, body: {} },
      crypto.randomUUID(),
    )
}

function rounded<T extends object>(row: T): Record<string, number> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, Number(Number(value).toPrecision(3))]),
  )
}

function shown({ walADay, keptAYear, ...shape }: Shape): Record<string, number> {
  return {
    ...rounded(shape),
    'WAL a day, GB': Math.round(walADay / 1e9),
    'kept a year, TB': Number((keptAYear / 1e12).toPrecision(2)),
  }
}
