import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readChannels } from '../../contract/stores/channels.ts'
import { beatBoard } from '../../contract/presence/presence.ts'
import { readStoresNow, weekdays } from '../../contract/stores/stores.ts'
import { minuteMs } from '../../contract/shared/durations.ts'
import { simulatorControl } from '../../simulator/control-client.ts'
import { startSimulator, type Simulator } from '../../simulator/start-simulator.ts'
import { withStoreScope } from '../db/scope.ts'
import { reconcileStore } from '../stores/wishes/reconcile-store.ts'
import { wishPause } from '../stores/stores.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { standardShop } from '../testing/standard-shop.ts'
import { watchPresence } from './watch-presence.ts'

/** The simulator lives in real time. */
const always = weekdays.map((weekday) => ({ weekday, start: '00:00', end: '00:00' }))
let simulator: Simulator
let control: ReturnType<typeof simulatorControl>
let app: TestApp
let merchantId: string
let store: string
let basic: Person

beforeAll(async () => {
  simulator = await startSimulator({ clientId: 'test', clientSecret: 'secret' })
  control = simulatorControl(simulator.url)
  app = await testApp({
    IFOOD_BASE_URL: simulator.url,
    IFOOD_CLIENT_ID: 'test',
    IFOOD_CLIENT_SECRET: 'secret',
  })
})
afterAll(async () => {
  await app.close()
  await simulator.stop()
})
/** Nobody would see an order, and the countdown is over. */
beforeEach(async () => {
  app.setClock(null)
  merchantId = randomUUID()
  await control.setMerchants([{ merchantId, name: 'Brasa', menu: [] }])
  ;({ store, basic } = await standardShop(app, { merchantId, openingHours: always }))
  await lookAtIfood()
  const now = app.deps.now()
  await withStoreScope(app.db, [store], async (tx) => {
    await tx
      .insertInto('presence')
      .values({ store_id: store, mode: 'pause', watched_since: new Date(now.getTime() - minuteMs) })
      .execute()
    await tx
      .insertInto('presence_gaps')
      .values({
        store_id: store,
        id: randomUUID(),
        platform: 'ifood',
        mode: 'pause',
        cause: 'screen',
        found_at: now,
        due_at: now,
      })
      .execute()
  })
  await look()
  await wishPause(app.deps, store)
})

/** The effects of the outbox, at once. */
const lookAtIfood = () =>
  reconcileStore(app.deps, store, { asked: false, kinds: () => ['pause', 'pause-there'] })
async function look(): Promise<void> {
  const now = app.deps.now().getTime()
  const looking = { since: now - 10 * minuteMs, lastAt: now }
  await watchPresence(app.deps, looking, new AbortController().signal)
}
const pauses = () => control.readInterruptions(merchantId)
const shown = async () =>
  (await app.call(basic, readStoresNow, { query: {} })).data.stores[0]?.presence?.map(({ state }) => state)

test('iFood is paused, the cause is named, and it sells again once a board with sound speaks', async () => {
  expect(await pauses()).toHaveLength(1)
  const { data } = await app.call(basic, readChannels, { query: { selection: store } })
  const channel = data.stores[0]?.channels.find(({ platform }) => platform === 'ifood')
  expect(channel?.wishes?.find(({ about }) => about === 'selling')?.message).toMatch(
    /^Fechado como você quer: provado/,
  )
  await app.call(basic, beatBoard, { query: { selection: store }, body: { sound: true } })
  await look()
  await wishPause(app.deps, store)
  expect(await pauses()).toEqual([])
})

test('a person who ends the pause in iFood’s app wins: it is not made again', async () => {
  await control.removeInterruptions(merchantId)
  await lookAtIfood()
  await look()
  await wishPause(app.deps, store)
  await look()
  expect([await pauses(), await shown()]).toEqual([[], ['reopened']])
})
