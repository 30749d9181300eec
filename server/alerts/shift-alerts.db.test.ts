import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { judgeAlert, readAlerts, snoozeAlerts, trustAlerts } from '../../contract/alerts/alerts.ts'
import { scheduleBreak } from '../../contract/stores/hours.ts'
import { weekdays } from '../../contract/stores/stores.ts'
import { addDays } from '../../contract/shared/day.ts'
import { minuteMs } from '../../contract/shared/durations.ts'
import { asUser, withStoreScope } from '../db/scope.ts'
import { takeOrders } from '../orders/taking/order-intake.ts'
import { tellWaiting } from '../testing/tell-waiting.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { simpleOrder } from '../testing/simple-order.ts'
import { standardShop } from '../testing/standard-shop.ts'
import { forgetBaselines } from './baselines.reads.ts'
import { watchShifts } from './watch-shifts.ts'

// A Friday, 20:00 in São Paulo.
const friday = '2026-11-20'
const now = new Date('2026-11-20T23:00:00Z')
const openingHours = weekdays.map((weekday) => ({ weekday, start: '00:00', end: '00:00' }))
const usualAnHour = 40
let app: TestApp
let shop: Awaited<ReturnType<typeof standardShop>>

beforeAll(async () => {
  app = await testApp()
})
beforeEach(async () => {
  forgetBaselines()
  app.setClock(now)
  shop = await standardShop(app, { openingHours })
})
afterAll(() => app.close())

/** Forty orders an hour from 19:00 to 21:00, on this many Fridays before. */
async function usualFridays(weeks: number, storeId = shop.store) {
  for (let week = 1; week <= weeks; week += 1) {
    const from = Date.parse(`${addDays(friday, -7 * week)}T22:00:00Z`)
    await sell(usualAnHour * 2, new Date(from), 120 / (usualAnHour * 2), storeId)
  }
}

/** Orders that begin right after `from`, one after each `everyMinutes`. */
const sell = (count: number, from: Date, everyMinutes: number, storeId = shop.store) =>
  takeOrders(
    app.db,
    Array.from({ length: count }, (_, index) => {
      const at = new Date(from.getTime() + (index + 0.5) * everyMinutes * minuteMs).toISOString()
      return simpleOrder(storeId, uuidv7(), uuidv7(), { status: 'concluded', created_at: at })
    }),
  )
const look = async (at = now) => {
  app.setClock(at)
  await watchShifts(app.deps, [shop.store, shop.other], {
    signal: new AbortController().signal,
    progressed: () => undefined,
  })
}
const later = (minutes: number) => new Date(now.getTime() + minutes * minuteMs)
const read = async (person = shop.manager) =>
  app.call(person, readAlerts, { query: { selection: shop.store } })
const ofStore = async () => {
  const [store] = (await read()).data.stores
  if (!store) throw new Error('no store')
  return store
}
const told = async () => {
  await tellWaiting(app.deps, shop.store)
  return withStoreScope(app.db, [shop.store], (tx) =>
    tx
      .selectFrom('outbox')
      .select('payload')
      .where('store_id', '=', shop.store)
      .where('kind', '=', 'notice-mail')
      .execute(),
  )
}
/** The manager chose mail for it, so that a notice leaves a trace. */
const chooseMail = () =>
  asUser(app.db, shop.manager.uid, (tx) =>
    tx
      .insertInto('notification_choices')
      .values({
        uid: shop.manager.uid,
        choices: JSON.stringify({ 'unusual-shift': ['mail'] }),
        saved_at: now,
      })
      .execute(),
  )

test('a shift whose orders stopped twenty minutes ago is said once, in words, by the person’s channels', async () => {
  await chooseMail()
  await usualFridays(8)
  await sell(27, later(-60), 1.5)
  await look()
  await look(later(2))
  const store = await ofStore()
  expect(store.samples).toBe(8)
  expect(store.open).toMatchObject([
    { kind: 'few-orders', platform: null, counted: 0, usual: 13.5, day: friday, told: true, endedAt: null },
  ])
  const notices = await told()
  expect(notices).toHaveLength(1)
  expect(JSON.stringify(notices)).toContain('Nenhum pedido entre 19h40 e 20h; às sextas costuma ter 14')
})

test('below five Fridays with orders nothing is compared', async () => {
  await usualFridays(4)
  await look()
  expect(await ofStore()).toMatchObject({ samples: 4, open: [] })
})

test('a closed store, one that opened minutes ago, and a usual hour are not said', async () => {
  await usualFridays(8)
  await sell(40, later(-60), 1.5)
  await look()
  expect((await ofStore()).open).toEqual([])
  // Nobody can order from a paused store.
  app.setClock(later(5))
  const pause = await app.call(
    shop.manager,
    scheduleBreak,
    { body: { name: 'Chuva', start: later(5).toISOString(), end: later(20).toISOString() } },
    { storeId: shop.store },
  )
  expect(pause.body.error).toBeUndefined()
  await look(later(19))
  await look(later(35))
  expect((await ofStore()).open).toEqual([])
  await look(later(44))
  expect((await ofStore()).open).toMatchObject([{ kind: 'few-orders', counted: 0 }])
})

test('an unaccepted order that died is not a cancellation; accepted ones that are cancelled are said', async () => {
  await usualFridays(8)
  await sell(40, later(-60), 1.5)
  const cancelledFrom = (from: 'placed' | 'confirmed') =>
    takeOrders(
      app.db,
      Array.from({ length: 5 }, () =>
        simpleOrder(shop.store, uuidv7(), uuidv7(), {
          status: 'cancelled',
          cancelled_from: from,
          created_at: later(-15).toISOString(),
          status_since: later(-5).toISOString(),
        }),
      ),
    )
  await cancelledFrom('placed')
  await look()
  expect((await ofStore()).open).toEqual([])
  await cancelledFrom('confirmed')
  await look(later(1))
  expect((await ofStore()).open).toMatchObject([{ kind: 'many-cancelled', counted: 5 }])
})

test('it ends once the orders are back, and the data judges it after an hour', async () => {
  await usualFridays(8)
  await sell(27, later(-60), 1.5)
  await look()
  await sell(30, later(0), 1)
  await look(later(30))
  const [over] = (await ofStore()).open
  expect(over?.endedAt).toBe(later(30).toISOString())
  // From 19:40 to 20:40: 30 orders in place of 40 are within the usual.
  await look(later(41))
  const store = await ofStore()
  expect(store.judged).toMatchObject([{ verdict: 'wrong', judgedByName: null }])
  expect(store.rules[0]).toMatchObject({ kind: 'few-orders', right: 0, judged: 1, muted: null })
})

test('an hour that stayed empty was said rightly; one in which the store closed is not counted', async () => {
  await usualFridays(8)
  await sell(27, later(-60), 1.5)
  await look()
  await look(later(45))
  expect((await ofStore()).rules[0]).toMatchObject({ right: 1, judged: 1 })
})

/** Alerts of the days before with these verdicts, the newest first. */
const judgedBefore = (verdicts: readonly string[]) =>
  withStoreScope(app.db, [shop.store], (tx) =>
    tx
      .insertInto('shift_alerts')
      .values(
        verdicts.map((verdict, index) => {
          const at = new Date(now.getTime() - (index + 1) * 24 * 60 * minuteMs)
          return {
            store_id: shop.store,
            id: uuidv7(),
            kind: 'few-orders',
            platform: null,
            business_day: friday,
            from_at: at,
            raised_at: at,
            ended_at: at,
            counted: 1,
            usual: 9,
            told: true,
            verdict,
            judged_at: at,
          }
        }),
      )
      .execute(),
  )
const erred = ['wrong', 'wrong', 'right', 'wrong', 'wrong', 'unknown', 'right', 'right', 'right']

test('a kind that erred is silenced and says so; it looks on, and a person lets it speak again', async () => {
  await chooseMail()
  await usualFridays(8)
  await judgedBefore(['wrong', 'wrong', 'right', 'wrong', 'wrong'])
  await look()
  const store = await ofStore()
  expect(store.rules[0]).toMatchObject({ right: 1, judged: 5, muted: { right: 1, of: 5 } })
  expect(store.open).toMatchObject([{ kind: 'few-orders', told: false }])
  expect(await told()).toEqual([])
  const trusted = await app.call(
    shop.manager,
    trustAlerts,
    { body: { kind: 'few-orders', version: 0 } },
    { storeId: shop.store },
  )
  expect(trusted.data).toMatchObject({ muted: null, right: 1, judged: 5, version: 1 })
  const again = await app.call(
    shop.manager,
    trustAlerts,
    { body: { kind: 'few-orders', version: 1 } },
    { storeId: shop.store },
  )
  expect(again.body.error).toBe('alert/not-muted')
})

test('half of the last ones right is enough to speak', async () => {
  await judgedBefore(erred)
  expect((await ofStore()).rules[0]).toMatchObject({ right: 4, judged: 8, muted: null })
})

const snooze = (minutes: 30 | null, version: number, person = shop.manager, storeId = shop.store) =>
  app.call(person, snoozeAlerts, { body: { kind: 'few-orders', minutes, version } }, { storeId })

test('a snoozed kind notifies nobody until its time; of two who snooze at once one wins', async () => {
  await chooseMail()
  await usualFridays(8)
  const both = await Promise.all([snooze(30, 0), snooze(30, 0, shop.owner)])
  expect(both.map(({ body }) => body.error ?? 'saved').toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'alert/stale-rule',
    'saved',
  ])
  await look()
  expect((await ofStore()).open).toMatchObject([{ told: false }])
  expect(await told()).toEqual([])
  expect((await snooze(null, 1)).data).toMatchObject({ snoozedUntil: null, version: 2 })
  expect((await snooze(null, 2)).body.error).toBe('alert/not-snoozed')
})

test('a person’s verdict is final: of two at once one wins', async () => {
  await usualFridays(8)
  await look()
  const id = (await ofStore()).open[0]?.id ?? ''
  const judge = (right: boolean, person = shop.manager, storeId = shop.store) =>
    app.call(person, judgeAlert, { params: { id }, body: { right } }, { storeId })
  expect((await judge(true, shop.basic)).body.error).toBe('permission/denied')
  expect((await judge(true, shop.stranger)).body.error).toBe('store/not-found')
  expect((await judge(true, shop.stranger, shop.other)).body.error).toBe('alert/not-found')
  const both = await Promise.all([judge(false), judge(true, shop.owner)])
  expect(both.map(({ body }) => body.error ?? 'saved').toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'alert/already-judged',
    'saved',
  ])
  await look(later(45))
  expect((await ofStore()).rules[0]).toMatchObject({ judged: 1 })
})

test('alerts are for managers of the store alone', async () => {
  expect((await read(shop.basic)).body.error).toBe('permission/denied')
  expect((await read(shop.stranger)).body.error).toBe('store/not-found')
  expect((await snooze(30, 0, shop.basic)).body.error).toBe('permission/denied')
  expect((await snooze(30, 0, shop.stranger)).body.error).toBe('store/not-found')
  const trust = (person: typeof shop.basic) =>
    app.call(person, trustAlerts, { body: { kind: 'few-orders', version: 0 } }, { storeId: shop.store })
  expect((await trust(shop.basic)).body.error).toBe('permission/denied')
  expect((await trust(shop.stranger)).body.error).toBe('store/not-found')
})
