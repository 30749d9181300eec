import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { until } from '../../server/testing/until.ts'
import { fillDisk, whyNoMount } from '../faults/small-disk.ts'
import { startCell, type Cell } from './cell.ts'
import { dinner, type Served } from './dinner.ts'
import { startFleet, type Fleet } from './fleet.ts'
import { needs, whereItRuns } from './needs.ts'
import { openShop, type Shop } from './shop.ts'

let cell: Cell
let fleet: Fleet
let shop: Shop

const noDisk = whyNoMount()
const noCable = () =>
  cell.nodes.every(({ machine }) => machine.cable) ? null : 'aqui as máquinas não podem ter uma rede cada uma'

beforeAll(
  whereItRuns(async () => {
    cell = await startCell(noDisk === null ? { diskMb: 400 } : {})
    fleet = await startFleet({ databases: { DATABASE_URL: cell.url }, parent: cell.parent })
    shop = await openShop({ ...fleet, databaseUrl: cell.url, parent: cell.parent })
  }),
)
afterAll(
  whereItRuns(async () => {
    await shop.close()
    await fleet.stop()
    await cell.stop()
  }),
)
beforeEach(async (context) => {
  needs(null, context)
  await cell.whole()
})

/** What must hold whatever happens to a leader. */
function expectServed({ verdict, maxPauseMs, blindScreens, onPaper }: Served, limitMs = 15_000): void {
  expect(verdict).toEqual({ lost: 0, doubled: 0, wrong: [] })
  expect(maxPauseMs).toBeLessThan(limitMs)
  expect(blindScreens).toBe(0)
  expect(onPaper.filter((times) => times !== 1)).toEqual([])
  expect(fleet.processes.flatMap(({ gaveUp }) => gaveUp)).toEqual([])
}

test('a leader that loses its power costs no order: another machine writes in less than 15 s', async () => {
  const leader = await cell.leader()
  const served = await dinner(shop, cell.adminUrl, () => leader.kill())
  leader.start()
  expectServed(served)
  expect((await cell.leader()).name).not.toBe(leader.name)
})

test('a leader that is frozen costs no order, and writes nothing when it wakes up', async () => {
  const leader = await cell.leader()
  const served = await dinner(shop, cell.adminUrl, async () => {
    const wake = cell.freeze(leader)
    await cell.leader().finally(wake)
  })
  expectServed(served)
})

test('a leader that is cut off from everything costs no order', async (context) => {
  needs(noCable(), context)
  const leader = await cell.leader()
  const served = await dinner(shop, cell.adminUrl, async () => {
    leader.machine.cable?.pull()
    await cell.leader().finally(() => leader.machine.cable?.plug())
  })
  expectServed(served)
})

test('a leader that still hears its clients, but no other machine of the cell, acknowledges nothing that is then lost', async (context) => {
  needs(noCable(), context)
  const leader = await cell.leader()
  const served = await dinner(shop, cell.adminUrl, async () => {
    leader.machine.cable?.pullFrom(cell.others(leader))
    await until(async () => (await cell.leader()).name !== leader.name).finally(() =>
      leader.machine.cable?.plug(),
    )
  })
  expectServed(served)
})

test('a leader whose disk is full for 10 s costs no order, and orders are taken again in less than 15 s', async (context) => {
  needs(noDisk, context)
  const leader = await cell.leader()
  const served = await dinner(shop, cell.adminUrl, () => fillDisk(leader.folder))
  expectServed(served, 25_000)
})
