import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBoard } from '../../../contract/orders/orders.ts'
import { until } from '../../testing/until.ts'
import { MoveError, openSession } from './sessions.ts'
import { moveSteps } from './move-chain.ts'
import { killMover } from './testing/kill-mover.ts'
import { busyWriters, openScreen, twoChains, type TwoChains } from './testing/two-chains.ts'

let house: TwoChains
let chain: readonly string[]
beforeAll(async () => {
  house = await twoChains()
  chain = [house.stores.açaí, house.stores.doces]
})
afterAll(() => house.app.close())

test('a mover that is stopped while another’s transaction holds up the copy puts everything away at once', async () => {
  const other = await openSession(house.databases.cells.a?.url ?? '')
  const stop = new AbortController()
  const moving = house.move('b', {
    signal: stop.signal,
    reached: async (step) => {
      // PostgreSQL begins no copy before it has ended.
      if (step === 'published') await other.query('begin; select pg_current_xact_id()')
      if (step !== 'subscribed') return
      await until(async () => (await house.toolsOfMovers()).some((name) => name.includes('_sync_')))
      stop.abort(new MoveError('stopped'))
    },
  })
  await expect(moving).rejects.toThrow('stopped')
  expect(await house.toolsOfMovers()).toEqual([])
  await other.end()
  expect((await house.app.call(house.people.ana, readBoard, { query: {} })).status).toBe(200)
})

/** Of each kind of remains one; `npm run faults -- --only=move` kills at every step. */
const killedAt = ['subscribed', 'left', 'placed'] as const

test('a mover that is killed again and again loses, doubles and skips nothing, and the last run ends the move', async () => {
  const { app, people, databases, cells, asOwner } = house
  expect(moveSteps).toEqual(expect.arrayContaining([...killedAt]))
  const screen = await openScreen(app, people.ana, chain)
  const writers = busyWriters(house, chain)
  const input = { directoryUrl: databases.directory.url, cells, store: chain[1] ?? '', to: 'b' }
  for (const stopAt of killedAt) {
    await killMover({ ...input, stopAt })
    expect(await house.cellOf(chain[0] ?? ''), stopAt).toBe(stopAt === 'placed' ? 'b' : 'a')
  }
  // Where the last one died both cells refuse the stores.
  const board = () => app.call(people.ana, readBoard, { query: {} })
  expect((await board()).body.error).toBe('store/moving')
  await house.move('b')
  expect((await board()).status).toBe(200)
  const before = writers.answers.length
  await until(() => writers.answers.length >= before + 10)
  await writers.stop()

  const acknowledged = writers.answers.map(({ id }) => id).toSorted()
  const kept = await asOwner<{ id: string }>('b', 'select id from orders where store_id = any ($1)', [chain])
  expect(kept.map(({ id }) => id).toSorted()).toEqual(acknowledged)
  await until(() => screen.placed.length >= acknowledged.length)
  expect([screen.placed.toSorted(), screen.reloads()]).toEqual([acknowledged, 0])
  expect(await house.toolsOfMovers()).toEqual([])
  screen.close()
}, 180_000)
