import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { beatBoard, readPresence, savePresence, type PresenceMode } from '../../contract/presence/presence.ts'
import { readChannels } from '../../contract/stores/channels.ts'
import { endBreak, readBreaks, scheduleBreak } from '../../contract/stores/hours.ts'
import { readOpenStatus, readStoresNow, weekdays } from '../../contract/stores/stores.ts'
import { minuteMs, secondMs } from '../../contract/shared/durations.ts'
import { withStoreScope } from '../db/scope.ts'
import { printDesk } from '../printing/testing/print-desk.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { standardShop } from '../testing/standard-shop.ts'
import { beginLooking, watchPresence, type Looking } from './watch-presence.ts'

/** Every day from 18:00 to 23:30. */
const evenings = weekdays.map((weekday) => ({ weekday, start: '18:00', end: '23:30' }))
const friday = Date.parse('2026-11-27T20:00:00-03:00')
const week = 7 * 24 * 60 * minuteMs

let app: TestApp
let store: string
let other: string
let manager: Person
let basic: Person
let stranger: Person
let looking: Looking

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  at(friday)
  const its = { merchantId: randomUUID(), openingHours: evenings }
  ;({ store, other, manager, basic, stranger } = await standardShop(app, its))
  // This process has looked for long.
  looking = { since: friday - 10 * minuteMs, lastAt: friday }
})

const here = () => ({ storeId: store })
const at = (ms: number) => app.setClock(new Date(ms))
const now = () => app.deps.now().getTime()
const look = () => watchPresence(app.deps, looking, new AbortController().signal)
/** So much later, with a look every ten seconds. */
async function pass(ms: number): Promise<void> {
  const end = now() + ms
  while (now() < end) {
    at(Math.min(now() + 10 * secondMs, end))
    await look()
  }
}
const beat = (sound: boolean, person = basic, selection = store) =>
  app.call(person, beatBoard, { query: { selection }, body: { sound } })
const read = async (person = manager) => (await app.call(person, readPresence, {}, here())).data
async function choose(mode: PresenceMode, person = manager) {
  const { version } = await read()
  return app.call(person, savePresence, { body: { mode, version } }, here())
}
const watchedSince = (agoMs: number) =>
  withStoreScope(app.db, [store], (tx) =>
    tx
      .updateTable('presence')
      .set({ watched_since: new Date(now() - agoMs) })
      .where('store_id', '=', store)
      .execute(),
  )
/** It was watched for a week, and its manager wants it paused. */
async function mayPause(): Promise<void> {
  await beat(true)
  await watchedSince(week)
  expect((await choose('pause')).status).toBe(200)
}
const breaks = async () => (await app.call(manager, readBreaks, {}, here())).data.breaks
const shown = async () =>
  (await app.call(basic, readStoresNow, { query: {} })).data.stores[0]?.presence?.map(({ state }) => state)
const notices = async () =>
  withStoreScope(app.db, [store], (tx) =>
    tx
      .selectFrom('live_events')
      .select('type')
      .where('store_id', '=', store)
      .where('type', 'like', 'notice:%')
      .execute(),
  )
const history = async () =>
  withStoreScope(app.db, [store], async (tx) =>
    (
      await tx
        .selectFrom('audit_entries')
        .select('action')
        .where('store_id', '=', store)
        .where('action', 'like', 'presence/%')
        .orderBy('at')
        .execute()
    ).map(({ action }) => action),
  )
const pausesEnqueued = async () =>
  withStoreScope(app.db, [store], (tx) =>
    tx
      .selectFrom('outbox')
      .select('id')
      .where('store_id', '=', store)
      .where('kind', '=', 'channel-pause')
      .execute(),
  )

describe('a store that is watched', () => {
  test('begins so without anybody’s choice, closes nothing, and says what it would have done', async () => {
    await beat(true)
    await pass(3 * minuteMs)
    await beat(true)
    await pass(minuteMs)
    const { mode, gaps, gapCount } = await read()
    expect([mode, gapCount]).toEqual(['watch', 1])
    expect(gaps).toMatchObject([
      {
        platform: 'ifood',
        mode: 'watch',
        cause: 'screen',
        from: new Date(friday + 160 * secondMs).toISOString(),
        until: new Date(friday + 190 * secondMs).toISOString(),
      },
    ])
    expect(await breaks()).toEqual([])
    expect(await notices()).toEqual([])
    expect(await shown()).toEqual([])
  })

  test('is not noted when somebody was back within the countdown', async () => {
    await beat(true)
    await pass(2 * minuteMs)
    await beat(true)
    await pass(minuteMs)
    expect((await read()).gaps).toEqual([])
  })

  test('is not judged outside its hours, nor in its first ninety seconds', async () => {
    at(Date.parse('2026-11-27T17:30:00-03:00'))
    looking = { since: now() - 10 * minuteMs, lastAt: now() }
    await pass(31 * minuteMs)
    expect(await read()).toMatchObject({ gapCount: 0 })
    await pass(4 * minuteMs)
    expect(await read()).toMatchObject({ gapCount: 1 })
  })

  test('may not be paused before its week is over', async () => {
    await pass(20 * secondMs)
    expect((await choose('pause')).body.error).toBe('presence/not-watched')
    expect((await choose('warn')).data.mode).toBe('warn')
    await watchedSince(week - secondMs)
    expect((await choose('pause')).body.error).toBe('presence/not-watched')
    await watchedSince(week)
    expect((await choose('pause')).data.mode).toBe('pause')
  })
})

describe('a store that may be paused', () => {
  beforeEach(mayPause)

  test('counts down and is paused at its marketplace within 160 s, and sells again at the next look', async () => {
    await pass(100 * secondMs)
    expect(await shown()).toEqual(['counting'])
    expect(await notices()).toHaveLength(1)
    expect(await breaks()).toEqual([])
    await pass(60 * secondMs)
    expect(await breaks()).toMatchObject([
      {
        name: 'Nenhuma tela de Pedidos aberta',
        start: new Date(friday + 160 * secondMs).toISOString(),
        end: null,
        channels: ['ifood'],
        setBy: null,
        byPresence: true,
      },
    ])
    expect(await shown()).toEqual(['closed'])
    expect(await pausesEnqueued()).toHaveLength(1)
    await beat(true)
    await pass(10 * secondMs)
    expect([await breaks(), await shown()]).toEqual([[], []])
    expect(await history()).toEqual(['presence/chosen', 'presence/paused', 'presence/returned'])
  })

  test('says as its cause that nobody would see an order, with the way back', async () => {
    await pass(100 * secondMs)
    await beat(false)
    await pass(60 * secondMs)
    const { data } = await app.call(basic, readChannels, { query: { selection: store } })
    const channel = data.stores[0]?.channels.find(({ platform }) => platform === 'ifood')
    expect(channel?.causes.find(({ code }) => code === 'break')).toMatchObject({
      message:
        'O Balcão pausou: Tela de Pedidos sem som. Volta sozinha quando uma tela de Pedidos tocar com som.',
      who: 'Balcão',
      remedy: { do: 'end-break' },
    })
    const status = await app.call(basic, readOpenStatus, { params: { storeId: store } })
    expect(status.data?.reasons.find(({ code }) => code === 'channel-paused')?.message).toContain(
      'o Balcão a pausou (Tela de Pedidos sem som).',
    )
  })

  test('stays open while orders are accepted automatically and a printer answers, until it is out', async () => {
    const desk = printDesk(app, store, manager)
    const printer = await desk.addPrinter()
    const agent = await desk.pairedAgent()
    await withStoreScope(app.db, [store], (tx) =>
      tx
        .insertInto('order_rules')
        .values({ store_id: store, platform: 'ifood', auto_accept: true })
        .execute(),
    )
    const says = (state: 'ok' | 'out') =>
      agent.beat({ printers: [{ id: printer.id, state, cause: state === 'ok' ? null : 'paper' }] })
    for (let minute = 0; minute < 5; minute += 1) {
      await says('ok')
      await pass(50 * secondMs)
    }
    expect([await shown(), await breaks()]).toEqual([[], []])
    expect((await read()).chain).toMatchObject({ acceptsAlone: ['ifood'] })
    for (let look = 0; look < 8; look += 1) {
      await says('out')
      await pass(10 * secondMs)
    }
    expect(await breaks()).toMatchObject([
      { name: 'Nenhuma tela de Pedidos aberta e nenhuma impressora respondendo' },
    ])
    await says('ok')
    await pass(10 * secondMs)
    expect(await breaks()).toEqual([])
  })

  test('is left as a person paused it, and a person’s pause ends the countdown', async () => {
    await pass(100 * secondMs)
    const end = new Date(now() + 20 * minuteMs).toISOString()
    const body = { name: 'Gás', start: new Date(now()).toISOString(), end }
    expect((await app.call(manager, scheduleBreak, { body }, { ...here(), key: randomUUID() })).status).toBe(
      200,
    )
    await pass(5 * minuteMs)
    expect((await breaks()).map(({ name }) => name)).toEqual(['Gás'])
    expect(await shown()).toEqual([])
  })

  test('is left open when a person reopened it, until somebody would see an order again', async () => {
    await pass(170 * secondMs)
    const [pause] = await breaks()
    await app.call(manager, endBreak, { params: { id: pause?.id ?? '' } }, here())
    await pass(10 * minuteMs)
    expect([await breaks(), await shown()]).toEqual([[], ['reopened']])
    await beat(true)
    await pass(60 * secondMs)
    expect(await shown()).toEqual([])
    await pass(3 * minuteMs)
    expect(await breaks()).toHaveLength(1)
  })

  test('is left open when a person ended the pause in iFood’s app', async () => {
    await pass(170 * secondMs)
    const { merchant_id: merchantId } = await withStoreScope(app.db, [store], (tx) =>
      tx
        .selectFrom('integrations')
        .select('merchant_id')
        .where('store_id', '=', store)
        .executeTakeFirstOrThrow(),
    )
    await withStoreScope(app.db, [store], (tx) =>
      tx
        .insertInto('channel_wishes')
        .values({
          store_id: store,
          platform: 'ifood',
          merchant_id: merchantId,
          kind: 'pause',
          version: 3,
          origin: 'outside',
          wished: JSON.stringify({ closed: false }),
          wished_at: new Date(now() + secondMs),
          look_at: new Date(now()),
        })
        .execute(),
    )
    await pass(5 * minuteMs)
    expect([await breaks(), await shown()]).toEqual([[], ['reopened']])
    expect(await history()).toContain('presence/left-open')
  })

  test('is not open for ever: the end of its hours ends the pause', async () => {
    const early = weekdays.map((weekday) => ({ weekday, start: '18:00', end: '20:09' }))
    await withStoreScope(app.db, [store], (tx) =>
      tx
        .updateTable('stores')
        .set({ opening_hours: JSON.stringify(early) })
        .where('id', '=', store)
        .execute(),
    )
    await pass(5 * minuteMs)
    expect(await breaks()).toHaveLength(1)
    await pass(5 * minuteMs)
    expect([await breaks(), await shown()]).toEqual([[], []])
  })

  test('sells again when its manager chooses to be warned only', async () => {
    await pass(170 * secondMs)
    await choose('warn')
    expect(await breaks()).toEqual([])
    await pass(5 * minuteMs)
    expect([await breaks(), await shown()]).toEqual([[], ['warned']])
  })

  test('is neither paused nor opened by a process that has just begun to look', async () => {
    // While nobody looked, nobody could be heard.
    await withStoreScope(app.db, [store], (tx) =>
      tx
        .updateTable('presence')
        .set({ heard_at: new Date(friday - 10 * minuteMs) })
        .where('store_id', '=', store)
        .execute(),
    )
    looking = beginLooking()
    await pass(90 * secondMs)
    expect(await shown()).toEqual([])
    await pass(10 * secondMs)
    expect(await shown()).toEqual(['counting'])
    await pass(60 * secondMs)
    expect(await breaks()).toHaveLength(1)
    looking = beginLooking()
    await pass(60 * secondMs)
    expect(await breaks()).toHaveLength(1)
  })

  test('is paused once by two workers at the same moment', async () => {
    await pass(150 * secondMs)
    at(now() + 10 * secondMs)
    const twice = { since: looking.since, lastAt: looking.lastAt }
    const { signal } = new AbortController()
    await Promise.all([watchPresence(app.deps, looking, signal), watchPresence(app.deps, twice, signal)])
    expect(await breaks()).toHaveLength(1)
    expect((await history()).filter((action) => action === 'presence/paused')).toHaveLength(1)
  })
})

test('a store in Manaus is judged by its own hours', async () => {
  const its = { merchantId: randomUUID(), openingHours: evenings, timezone: 'America/Manaus' }
  const { store: manaus, manager: there } = await standardShop(app, its)
  const gaps = async () => (await app.call(there, readPresence, {}, { storeId: manaus })).data.gapCount
  at(Date.parse('2026-11-27T18:30:00-03:00'))
  looking = { since: now() - 10 * minuteMs, lastAt: now() }
  await pass(5 * minuteMs)
  expect(await gaps()).toBe(0)
  at(Date.parse('2026-11-27T19:30:00-03:00'))
  looking = { since: now() - 10 * minuteMs, lastAt: now() }
  await pass(5 * minuteMs)
  expect(await gaps()).toBe(1)
})

describe('who may', () => {
  test('choose: a manager, of the own store, once for a version', async () => {
    expect((await choose('warn', basic)).status).toBe(403)
    expect((await choose('warn', stranger)).status).toBe(404)
    const { version } = await read()
    const save = () => app.call(manager, savePresence, { body: { mode: 'off', version } }, here())
    const statuses = (await Promise.all([save(), save()])).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await read()).toMatchObject({ mode: 'off', watchedSince: null, mayPauseFrom: null })
  })

  test('speak for a board: people of its stores, several at once, and the newest word counts', async () => {
    expect((await beat(true, stranger)).status).toBe(404)
    expect((await beat(true, basic, other)).status).toBe(404)
    const answers = await Promise.all([beat(true), beat(true, manager), beat(false)])
    expect(answers.map(({ data }) => data.counted)).toEqual([1, 1, 1])
    at(now() + secondMs)
    await beat(false)
    expect((await read()).chain).toMatchObject({
      heardAt: new Date(friday).toISOString(),
      silentAt: new Date(friday + secondMs).toISOString(),
    })
  })
})
