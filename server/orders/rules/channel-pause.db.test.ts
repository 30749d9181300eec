import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { placeOrder } from '../../../contract/orders/orders.ts'
import { readCapacity, setCapacity, type CapacitySpan } from '../../../contract/orders/rules.ts'
import {
  activateStore,
  inactivateStore,
  readMyStores,
  readOpenStatus,
} from '../../../contract/stores/stores.ts'
import { simulatorControl } from '../../../simulator/control-client.ts'
import { startSimulator, type Simulator } from '../../../simulator/start-simulator.ts'
import { withStoreScope } from '../../db/scope.ts'
import { ownOrder } from '../../testing/orders.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { until } from '../../testing/until.ts'
import { readChannelHealth } from '../../marketplaces/channel-health.ts'
import { wishPause } from '../../stores/stores.ts'

const merchantId = randomUUID()
const othersMerchantId = randomUUID()
const minute = 60_000
const day = 24 * 60 * minute
let simulator: Simulator
let control: ReturnType<typeof simulatorControl>
let app: TestApp
let store: string
let manager: Person
let basic: Person

beforeAll(async () => {
  simulator = await startSimulator({ clientId: 'test', clientSecret: 'secret' })
  control = simulatorControl(simulator.url)
  app = await testApp({
    IFOOD_BASE_URL: simulator.url,
    IFOOD_CLIENT_ID: 'test',
    IFOOD_CLIENT_SECRET: 'secret',
    IFOOD_POLL_SECONDS: '1',
  })
  const openingHours = (
    ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const
  ).map((weekday) => ({ weekday, start: '00:00', end: '23:59' }))
  store = await app.addStore({ name: 'Norte', timezone: 'America/Manaus', merchantId, openingHours })
  await app.addStore({ name: 'De outro', merchantId: othersMerchantId })
  const menu = [{ code: 'A-1', name: 'Pastel', cents: 1_290 }]
  await control.setMerchants([
    { merchantId, name: 'Norte', timezone: 'America/Manaus', menu },
    { merchantId: othersMerchantId, name: 'De outro', menu },
  ])
  manager = await app.addPerson('manager', { [store]: 'manager' })
  basic = await app.addPerson('basic', { [store]: 'basic' })
  app.startWorker()
})
afterAll(async () => {
  await app.close()
  await simulator.stop()
})
afterEach(async () => {
  await set('normal')
  await becomes('open')
})

const slugOf = async (storeId: string) =>
  (await app.call(manager, readMyStores, {})).data.stores.find(({ id }) => id === storeId)?.menuSlug ?? ''
const here = () => ({ storeId: store })
const read = async () => (await app.call(basic, readCapacity, {}, here())).data
async function set(level: 'normal' | 'paused', untilMinutes?: CapacitySpan) {
  const { version } = await read()
  const body = { level, version, ...(untilMinutes === undefined ? {} : { untilMinutes }) }
  const answer = await app.call(manager, setCapacity, { body }, here())
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.data
}
type Pause = Awaited<ReturnType<typeof read>>['channels'][number] | undefined
/** The store sells at one marketplace. */
const pauseAt = async (): Promise<Pause> => (await read()).channels[0]
const becomes = (state: NonNullable<Pause>['state']) => until(pauseAt, (pause) => pause?.state === state)
/** What is known of our pause at iFood. */
const known = () =>
  withStoreScope(app.db, [store], (tx) =>
    tx
      .selectFrom('channel_wishes')
      .select(['seen', 'failing_since', 'proved_at', 'origin', 'version'])
      .where('store_id', '=', store)
      .where('kind', '=', 'pause')
      .executeTakeFirst(),
  )
/** The worker has recorded that nothing of ours is left at iFood. */
const noted = () => until(known, (row) => JSON.stringify(row?.seen) === '[]' && row?.proved_at !== null)
/** iFood has not answered for the first time, and the wish waits for its next try. */
const triedInVain = () => until(known, (row) => row?.failing_since != null && row.proved_at === null)
const dueEffects = () =>
  withStoreScope(app.db, [store], (tx) =>
    tx
      .selectFrom('outbox')
      .select('id')
      .where('store_id', '=', store)
      .where('dead_at', 'is', null)
      .where('due_at', '<=', app.deps.now())
      .execute(),
  )
const atIfood = () => control.readInterruptions(merchantId)
/** `2026-11-21T10:05`, local time in Manaus. */
const inManaus = (at: number | string) =>
  new Date(at).toLocaleString('sv-SE', { timeZone: 'America/Manaus' }).replace(' ', 'T').slice(0, 16)

describe('pausing a store at iFood', () => {
  test('a pause closes only this store at iFood, for the same time in the store’s zone', async () => {
    const paused = await set('paused', 30)
    expect(paused.channels[0]?.state).toBe('pausing')
    await becomes('paused')
    const [interruption, ...more] = await atIfood()
    expect(more).toEqual([])
    expect(interruption?.end.slice(0, 16)).toBe(inManaus(paused.until ?? 0))
    expect(await control.readInterruptions(othersMerchantId)).toEqual([])
    await expect(control.placeOrder({ merchantId })).rejects.toThrow('409')
    await set('normal')
    await becomes('open')
    expect(await atIfood()).toEqual([])
    await control.placeOrder({ merchantId })
  })

  test('a paused store says since when and until when it is closed and what to do, without iFood’s duplicate reason', async () => {
    const { until: end, setAt } = await set('paused', 60)
    await becomes('paused')
    await readChannelHealth(app.deps)
    const status = await app.call(basic, readOpenStatus, { params: { storeId: store } })
    expect(status.data.open).toBe(false)
    expect(status.data.reasons).toHaveLength(1)
    expect(status.data.reasons[0]).toMatchObject({
      code: 'store-paused',
      since: setAt,
      until: end,
      channel: null,
      fix: 'Volte ao movimento normal na tela de pedidos.',
    })
    expect(status.data.reasons[0]?.message).toMatch(/^manager a pausou e volta (hoje|amanhã) às \d\d:\d\d\.$/)
  })

  test('an inactive store is closed at iFood and on its own channel until it is activated', async () => {
    const slug = { params: { menuSlug: await slugOf(store) } }
    const asked = performance.now()
    expect((await app.call(manager, inactivateStore, slug)).status).toBe(200)
    await becomes('paused')
    expect(await atIfood()).toHaveLength(1)
    // Every second that iFood sells on is an order that nobody makes.
    expect(performance.now() - asked).toBeLessThan(10_000)
    await expect(control.placeOrder({ merchantId })).rejects.toThrow('409')
    const own = await app.call(basic, placeOrder, { body: ownOrder() }, { ...here(), key: randomUUID() })
    expect([own.body.error, own.body.message]).toEqual([
      'order/store-paused',
      'A loja está desativada e não recebe pedidos. Um gerente pode ativá-la de novo.',
    ])
    // The end of a pause does not open an inactive store.
    await set('paused', 15)
    await set('normal')
    await becomes('paused')
    // A person opens it at iFood: the status says so.
    await control.removeInterruptions(merchantId)
    await readChannelHealth(app.deps)
    const { reasons } = (await app.call(basic, readOpenStatus, { params: { storeId: store } })).data
    expect(reasons.map(({ code }) => code)).toEqual(['store-inactive', 'channel-selling'])
    expect((await app.call(manager, activateStore, slug)).status).toBe(200)
    await becomes('open')
    expect(await atIfood()).toEqual([])
    await control.placeOrder({ merchantId })
  })

  test('resuming ends the pause at iFood, and a longer pause replaces a shorter one', async () => {
    await set('paused', 15)
    await becomes('paused')
    const [short] = await atIfood()
    const longer = await set('paused', 30)
    await becomes('paused')
    const after = await atIfood()
    expect(after.map((one) => one.end.slice(0, 16))).toEqual([inManaus(longer.until ?? 0)])
    expect(after[0]?.id).not.toBe(short?.id)
    try {
      app.setClock(new Date(Date.now() + 31 * minute))
      await control.advanceClock(31 * minute)
      await becomes('open')
      expect((await read()).level).toBe('normal')
      expect(await atIfood()).toEqual([])
      await noted()
    } finally {
      app.setClock(null)
      await control.advanceClock(-31 * minute)
      // With its clock set back iFood would have the pause again, which is over for us.
      await control.removeInterruptions(merchantId)
    }
  })

  test('a pause without an end lasts a week at iFood and is renewed before it ends', async () => {
    await set('paused')
    await becomes('paused')
    const [first] = await atIfood()
    expect(first?.end.slice(0, 13)).toBe(inManaus(Date.now() + 7 * day).slice(0, 13))
    await wishPause(app.deps, store)
    expect((await atIfood()).map((one) => one.id)).toEqual([first?.id])
    try {
      app.setClock(new Date(Date.now() + 6 * day + minute))
      await control.advanceClock(6 * day + minute)
      await wishPause(app.deps, store)
      const renewed = await atIfood()
      expect(renewed).toHaveLength(1)
      expect(renewed[0]?.end.slice(0, 13)).toBe(inManaus(Date.now() + 13 * day + minute).slice(0, 13))
    } finally {
      app.setClock(null)
      await control.advanceClock(-6 * day - minute)
    }
  })

  test('a pause that iFood rejects is shown with the reason, and the own channel is still paused', async () => {
    await control.fail(400, 60_000, '/merchant/v1.0')
    await set('paused', 30)
    const refused = await becomes('refused')
    expect(refused?.message).toBe('O iFood não aceitou a pausa. Pause pelo aplicativo do iFood.')
    expect((await read()).level).toBe('paused')
    await control.fail(400, 0, '/merchant/v1.0')
    await set('paused', 30)
    await becomes('paused')
  })

  test('a pause is sent once iFood is back, and a retry does not create a second one', async () => {
    await control.fail(503, 60_000, '/merchant/v1.0')
    await set('paused', 30)
    await triedInVain()
    await control.fail(503, 0, '/merchant/v1.0')
    expect((await becomes('paused'))?.message).toBeNull()
    await forgotten()
    await wishPause(app.deps, store)
    expect(await atIfood()).toHaveLength(1)
    expect((await pauseAt())?.state).toBe('paused')
  })

  test('a pause that a process made and could not note before it died ends with the next wish', async () => {
    await set('paused')
    await becomes('paused')
    await forgotten()
    // A pause without an end gets a new one with each try: the lost one must not stay beside it.
    await wishPause(app.deps, store)
    expect(await atIfood()).toHaveLength(1)
    await forgotten()
    await set('normal')
    await until(atIfood, (pauses) => pauses.length === 0)
    await control.placeOrder({ merchantId })
  })

  /** Once the worker has done all that was asked: it would note the pause again. */
  const forgotten = async () => {
    await until(dueEffects, (rows) => rows.length === 0)
    await withStoreScope(app.db, [store], (tx) =>
      tx.deleteFrom('channel_wishes').where('store_id', '=', store).where('kind', '=', 'pause').execute(),
    )
  }

  test('a pause that a person made in iFood’s own app is not ended by ours', async () => {
    const local = (ms: number) => inManaus(Date.now() + ms) + ':00'
    const theirs = { id: randomUUID(), description: 'Almoço', start: local(-minute), end: local(60 * minute) }
    await control.addInterruption(merchantId, theirs)
    await wishPause(app.deps, store)
    expect((await atIfood()).map(({ id }) => id)).toEqual([theirs.id])
    await control.removeInterruptions(merchantId)
  })

  test('a pause that was never delivered says that the store may be open at iFood', async () => {
    await control.fail(503, 60_000, '/merchant/v1.0')
    await set('paused', 30)
    await triedInVain()
    try {
      app.setClock(new Date(Date.now() + 2 * minute))
      const silent = await pauseAt()
      expect(silent?.state).toBe('refused')
      expect(silent?.message).toMatch(
        /^O iFood não responde desde \d\d:\d\d: a loja pode estar aberta por lá\. Tentando\.$/,
      )
    } finally {
      app.setClock(null)
    }
    await control.fail(503, 0, '/merchant/v1.0')
  })

  test('pausing a store that does not sell at iFood makes no request', async () => {
    const alone = await app.addStore({ name: 'Só balcão' })
    const owner = await app.addPerson('owner', { [alone]: 'owner' })
    const answer = await app.call(
      owner,
      setCapacity,
      { body: { level: 'paused', version: 0 } },
      { storeId: alone },
    )
    expect(answer.data).toMatchObject({ level: 'paused', channels: [] })
  })
})
