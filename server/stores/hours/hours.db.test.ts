import { createECDH, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { placeOrder } from '../../../contract/orders/orders.ts'
import { readCapacity, setCapacity } from '../../../contract/orders/rules.ts'
import { addPushDevice } from '../../../contract/notifications/push.ts'
import { readUndecidedHolidays } from '../../../contract/stores/channels.ts'
import * as contract from '../../../contract/stores/hours.ts'
import { readOpenStatus, weekdays, type OpeningInterval } from '../../../contract/stores/stores.ts'
import { withStoreScope } from '../../db/scope.ts'
import { tellWaiting } from '../../testing/tell-waiting.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { ownOrder } from '../../testing/orders.ts'
import { addDish } from '../../testing/dish.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { remindOfBreak, turnBreaks } from '../stores.ts'

let app: TestApp
let store: string
let other: string
let basic: Person
let manager: Person
let stranger: Person
/** Friday, 19:00 in São Paulo. */
const evening = new Date('2026-11-20T22:00:00Z')
const later = (minutes: number) => new Date(evening.getTime() + minutes * 60_000)
const nightly: readonly OpeningInterval[] = weekdays.map((weekday) => ({
  weekday,
  start: '18:00',
  end: '02:00',
}))

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(evening)
  ;({ store, other, basic, manager, stranger } = await standardShop(app))
  await addDish(app, store)
})

/** Sessions end after an hour. */
async function passUntil(minutes: number): Promise<void> {
  app.setClock(later(minutes))
  basic = await app.addPerson('basic', { [store]: 'basic' })
}
const here = () => ({ storeId: store })
const read = async () => (await app.call(basic, contract.readWorkingHours, {}, here())).data
const openNow = async () => (await app.call(basic, readOpenStatus, { params: { storeId: store } })).data
const saveWeek = (person: Person, week: readonly OpeningInterval[], version: number, storeId = store) =>
  app.call(person, contract.saveWeek, { body: { week: [...week], version } }, { storeId })
const plan = (person: Person, body: object = {}, storeId = store) =>
  app.call(
    person,
    contract.scheduleBreak,
    {
      body: { name: 'Troca do gás', start: later(60).toISOString(), end: later(90).toISOString(), ...body },
    },
    { storeId },
  )
const auditOf = (action: string) =>
  withStoreScope(app.db, [store], (tx) =>
    tx
      .selectFrom('audit_entries')
      .select(['actor_uid', 'details'])
      .where('store_id', '=', store)
      .where('action', '=', action)
      .execute(),
  )

describe('a break that ends soon', () => {
  const dueReminders = () =>
    withStoreScope(app.db, [store], (tx) =>
      tx
        .selectFrom('outbox')
        .select('due_at')
        .where('store_id', '=', store)
        .where('kind', '=', 'break-reminder')
        .execute(),
    )
  const notices = async () => {
    await tellWaiting(app.deps, store)
    return withStoreScope(app.db, [store], (tx) =>
      tx
        .selectFrom('outbox')
        .select('payload')
        .where('store_id', '=', store)
        .where('kind', '=', 'push')
        .execute(),
    )
  }
  const device = () =>
    app.call(manager, addPushDevice, {
      body: {
        endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
        keys: {
          p256dh: createECDH('prime256v1').generateKeys('base64url'),
          auth: Buffer.alloc(16).toString('base64url'),
        },
      } as never,
    })

  test('is announced five minutes before, once, on the devices', async () => {
    const made = await plan(manager)
    expect(await dueReminders()).toEqual([{ due_at: later(85) }])
    await passUntil(85)
    manager = await app.addPerson('manager', { [store]: 'manager' })
    expect((await device()).status).toBe(200)
    await remindOfBreak(app.deps, store, made.data.id)
    expect(await notices()).toMatchObject([
      { payload: { event: 'break-ends', orderId: made.data.id, minutes: 5 } },
    ])
  })

  test('is not announced when a person ended it, or when it is shorter than the notice', async () => {
    const made = await plan(manager)
    await app.call(manager, contract.endBreak, { params: { id: made.data.id } }, here())
    expect((await device()).status).toBe(200)
    await remindOfBreak(app.deps, store, made.data.id)
    expect(await notices()).toEqual([])
    await plan(manager, { start: later(100).toISOString(), end: later(104).toISOString() })
    expect(await dueReminders()).toHaveLength(1)
  })
})

describe('the week', () => {
  test('of a new store is empty, and the first week opens it at once', async () => {
    expect(await read()).toMatchObject({ week: [], version: 0, savedBy: null, today: '2026-11-20' })
    const saved = await saveWeek(manager, nightly, 0)
    expect(saved.data).toMatchObject({ version: 1, savedBy: 'manager' })
    expect(await openNow()).toEqual({ open: true, reasons: [], nextChange: '2026-11-21T05:00:00.000Z' })
    expect(await auditOf('hours/week-saved')).toEqual([
      { actor_uid: manager.uid, details: { before: [], after: nightly } },
    ])
  })

  test('is changed by managers, and of another owner’s store it is not found', async () => {
    expect((await saveWeek(basic, nightly, 0)).body.error).toBe('permission/denied')
    expect((await saveWeek(stranger, nightly, 0)).body.error).toBe('store/not-found')
    expect((await saveWeek(manager, nightly, 0, other)).body.error).toBe('store/not-found')
    expect((await read()).week).toEqual([])
  })

  test('saved by two at once keeps one, and the other sees it', async () => {
    const both = await Promise.all([saveWeek(manager, nightly, 0), saveWeek(manager, [], 0)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const lost = both.find(({ status }) => status === 409)
    expect(lost?.body.error).toBe('store/stale-hours')
    expect(lost?.body.current).toMatchObject({ version: 1 })
  })

  test('names both hours when two of one service overlap, over midnight and over Sunday too', async () => {
    const day = (weekday: OpeningInterval['weekday'], start: string, end: string, services?: ['INDOOR']) => ({
      weekday,
      start,
      end,
      ...(services ? { services } : {}),
    })
    const refused = async (...week: OpeningInterval[]) => {
      const { status, body } = await saveWeek(manager, week, 0)
      expect(status).toBe(422)
      return body.details?.map((detail) => ('message' in detail ? detail.message : ''))
    }
    expect(await refused(day('TUESDAY', '11:00', '15:00'), day('TUESDAY', '14:00', '18:00'))).toEqual([
      'terça, 11:00 às 15:00 e terça, 14:00 às 18:00 se sobrepõem.',
    ])
    expect(await refused(day('SATURDAY', '20:00', '03:00'), day('SUNDAY', '02:00', '04:00'))).toEqual([
      'sábado, 20:00 às 03:00 e domingo, 02:00 às 04:00 se sobrepõem.',
    ])
    const apart = [day('TUESDAY', '11:00', '15:00', ['INDOOR'])]
    const delivery = { ...day('TUESDAY', '14:00', '18:00'), services: ['DELIVERY' as const] }
    expect((await saveWeek(manager, [...apart, delivery], 0)).status).toBe(200)
  })

  test('refuses what is no time of day', async () => {
    for (const time of ['24:00', '7:00', '18h', '18:00:00', '', ' 18:00', '١٨:٠٠', '18:00\u0000']) {
      const week = [{ weekday: 'MONDAY' as const, start: time, end: '23:00' }]
      const { status, body } = await saveWeek(manager, week, 0)
      expect([time, status, body.error]).toEqual([time, 400, 'validation/invalid'])
    }
    const many = Array.from({ length: 101 }, () => ({
      weekday: 'MONDAY' as const,
      start: '01:00',
      end: '02:00',
    }))
    expect((await saveWeek(manager, many, 0)).status).toBe(400)
  })
})

describe('a special day', () => {
  const decide = (person: Person, body: object = {}, storeId = store) =>
    app.call(
      person,
      contract.saveSpecialDay,
      {
        body: { day: '2026-11-21', name: 'Reforma', kind: 'closed', intervals: [], version: 0, ...body },
      },
      { storeId },
    )
  const remove = (person: Person, day = '2026-11-21') =>
    app.call(person, contract.deleteSpecialDay, { query: { day } }, here())

  test('closes the store on its date, after the night before has ended', async () => {
    await saveWeek(manager, nightly, 0)
    const { data } = await decide(manager)
    expect(data.special).toEqual([
      { day: '2026-11-21', name: 'Reforma', kind: 'closed', intervals: [], version: 1 },
    ])
    await passUntil(6 * 60)
    expect(await openNow()).toMatchObject({ open: true })
    await passUntil(24 * 60)
    expect(await openNow()).toMatchObject({
      open: false,
      reasons: [{ code: 'special-day', message: 'hoje ela não abre (Reforma). Abre amanhã às 18:00.' }],
    })
  })

  test('can be taken back, by managers, once', async () => {
    await decide(manager)
    expect((await remove(basic)).body.error).toBe('permission/denied')
    expect((await remove(stranger)).body.error).toBe('store/not-found')
    const both = await Promise.all([remove(manager), remove(manager)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect(await auditOf('hours/special-day-removed')).toHaveLength(1)
  })

  test('is decided by managers of the store, and by one of two at once', async () => {
    expect((await decide(basic)).body.error).toBe('permission/denied')
    expect((await decide(stranger)).body.error).toBe('store/not-found')
    expect((await decide(manager, {}, other)).body.error).toBe('store/not-found')
    const both = await Promise.all([decide(manager), decide(manager, { kind: 'week' })])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const [{ version } = { version: 0 }] = (await read()).special
    expect((await decide(manager, { kind: 'week', version })).data.special[0]?.version).toBe(2)
    const audits = await auditOf('hours/special-day-saved')
    expect(audits.at(-1)?.details).toMatchObject({ before: { version: 1 }, after: { kind: 'week' } })
  })

  test('is refused in the past, without hours, and with hours on a closed day', async () => {
    const hours = [{ start: '11:00', end: '15:00' }]
    expect((await decide(manager, { day: '2026-11-19' })).body.error).toBe('validation/refused')
    expect((await decide(manager, { kind: 'hours' })).body.error).toBe('validation/refused')
    expect((await decide(manager, { intervals: hours })).body.error).toBe('validation/refused')
    expect((await decide(manager, { day: '2026-02-30' })).body.error).toBe('validation/invalid')
    expect((await decide(manager, { name: 'x'.repeat(65_000) })).status).toBeGreaterThanOrEqual(400)
  })

  test('a holiday is offered until the store decides', async () => {
    const { holidays } = await read()
    expect(holidays.slice(0, 3).map(({ name }) => name)).toEqual([
      'Consciência Negra',
      'Natal',
      'Confraternização Universal',
    ])
  })
})

describe('a break', () => {
  const end = (person: Person, id: string, storeId = store) =>
    app.call(person, contract.endBreak, { params: { id } }, { storeId })

  test('closes the store at its start and opens it at its end without anybody', async () => {
    await saveWeek(manager, nightly, 0)
    const { data, status } = await plan(manager)
    expect(status).toBe(200)
    expect(data).toMatchObject({ name: 'Troca do gás', channels: [], running: false, setBy: 'manager' })
    expect(await openNow()).toMatchObject({ open: true, nextChange: later(60).toISOString() })
    await passUntil(60)
    const closed = await openNow()
    expect(closed).toMatchObject({ open: false, nextChange: later(90).toISOString() })
    expect(closed.reasons[0]).toMatchObject({
      code: 'store-paused',
      message: 'está em pausa (Troca do gás) e volta hoje às 20:30.',
    })
    await passUntil(90)
    expect((await openNow()).open).toBe(true)
    expect((await read()).breaks).toEqual([])
  })

  test('is the pause of the orders screen: there it can be ended, and orders are refused', async () => {
    await saveWeek(manager, nightly, 0)
    await plan(manager, { start: evening.toISOString() })
    const capacity = (await app.call(basic, readCapacity, {}, here())).data
    expect(capacity).toMatchObject({ level: 'paused', until: later(90).toISOString(), setBy: 'manager' })
    const refused = await app.call(basic, placeOrder, { body: ownOrder() }, { ...here(), key: randomUUID() })
    expect(refused.body.error).toBe('order/store-paused')
    const body = { level: 'normal' as const, version: capacity.version }
    expect((await app.call(manager, setCapacity, { body }, here())).data.level).toBe('normal')
    expect((await read()).breaks).toEqual([])
    expect((await openNow()).open).toBe(true)
  })

  test('the pause of the orders screen is a break, and ending it returns the pace to normal', async () => {
    await app.call(manager, setCapacity, { body: { level: 'paused', version: 0 } }, here())
    const [pause] = (await read()).breaks
    expect(pause).toMatchObject({ name: null, end: null, running: true })
    expect((await end(manager, pause?.id ?? '')).data.breaks).toEqual([])
    expect((await app.call(basic, readCapacity, {}, here())).data.level).toBe('normal')
  })

  test('of one channel leaves the others open', async () => {
    await saveWeek(manager, nightly, 0)
    await plan(manager, { start: evening.toISOString(), channels: ['ifood'] })
    expect(await read()).toMatchObject({ breaks: [{ channels: ['ifood'] }] })
    expect((await openNow()).open).toBe(true)
    expect((await app.call(basic, readCapacity, {}, here())).data.level).toBe('normal')
    // All that the store has is every channel.
    const all = { name: 'Reunião', start: later(600).toISOString(), end: later(660).toISOString() }
    expect((await plan(manager, { ...all, channels: ['balcao', 'ifood'] })).data.channels).toEqual([])
  })

  test('is planned by managers of the store', async () => {
    expect((await plan(basic)).body.error).toBe('permission/denied')
    expect((await plan(stranger)).body.error).toBe('store/not-found')
    expect((await plan(manager, {}, other)).body.error).toBe('store/not-found')
  })

  test('that overlaps another is refused with the other’s name, also when both come at once', async () => {
    const both = await Promise.all([plan(manager), plan(manager, { name: 'Reunião' })])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    const lost = both.find(({ status }) => status === 422)
    expect(lost?.body.details?.[0]).toMatchObject({
      path: 'start',
      message: expect.stringMatching(
        /^Nesse horário já há a pausa “(Troca do gás|Reunião)”, de 20\/11 20:00 a 20\/11 20:30\.$/,
      ),
    })
  })

  test('is refused when it ends before it starts, in the past, or in more than a year', async () => {
    const refused = async (body: object) => (await plan(manager, body)).body.error
    expect(await refused({ end: later(60).toISOString() })).toBe('validation/invalid')
    expect(await refused({ start: later(-60).toISOString(), end: later(-30).toISOString() })).toBe(
      'validation/refused',
    )
    expect(await refused({ end: later(366 * 1_440).toISOString() })).toBe('validation/refused')
    expect(await refused({ start: '2026-13-45T00:00:00Z' })).toBe('validation/invalid')
    expect(await refused({ name: '\u202Eoirártnoc' })).toBe('validation/invalid')
    expect(await refused({ channels: [] })).toBe('validation/invalid')
    expect(await refused({ channels: ['rappi'] })).toBe('validation/invalid')
    expect(await refused({ until: 'sempre' })).toBe('validation/invalid')
    expect((await plan(manager, { name: '🔥 Forno' })).status).toBe(200)
  })

  test('ends once, by a manager of its store', async () => {
    const { data } = await plan(manager)
    expect((await end(basic, data.id)).body.error).toBe('permission/denied')
    expect((await end(stranger, data.id)).body.error).toBe('store/not-found')
    expect((await end(manager, randomUUID())).body.error).toBe('store/break-not-found')
    const both = await Promise.all([end(manager, data.id), end(manager, data.id)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await auditOf('hours/break-called-off')).toHaveLength(1)
    const one = await app.call(basic, contract.readBreak, { params: { id: data.id } }, here())
    expect(one.body.error).toBe('store/break-not-found')
  })

  test('is recorded as begun and as over once, however often the worker looks', async () => {
    await plan(manager)
    for (const minutes of [30, 60, 61, 90, 91]) {
      app.setClock(later(minutes))
      await Promise.all([turnBreaks(app.deps, store), turnBreaks(app.deps, store)])
    }
    expect(await auditOf('hours/break-began')).toHaveLength(1)
    expect(await auditOf('hours/break-over')).toHaveLength(1)
  })
})

describe('holidays of the region', () => {
  const revolution = { monthDay: '11-25', name: 'Dia da cidade' }
  const choose = (person: Person, holidays: object[] = [revolution], version = 0, storeId = store) =>
    app.call(
      person,
      contract.saveOwnHolidays,
      { body: { holidays: holidays as (typeof revolution)[], version } },
      { storeId },
    )

  test('are offered by the store’s place, and those that it keeps come each year and ask to be decided', async () => {
    expect((await read()).offeredHolidays.map(({ monthDay }) => monthDay)).toContain('07-09')
    const { data } = await choose(manager, [revolution, { monthDay: '12-25', name: 'Nosso Natal' }])
    expect([data.ownHolidays.length, data.ownHolidaysVersion]).toEqual([2, 1])
    expect(data.holidays.slice(0, 3).map(({ day, name }) => [day, name])).toEqual([
      ['2026-11-20', 'Consciência Negra'],
      ['2026-11-25', 'Dia da cidade'],
      ['2026-12-25', 'Natal'],
    ])
    const asked = await app.call(manager, readUndecidedHolidays, { query: { selection: store } })
    expect(asked.data.holidays.map(({ name }) => name)).toContain('Dia da cidade')
    expect(await auditOf('hours/holidays-saved')).toHaveLength(1)
  })

  test('that cannot be are refused', async () => {
    for (const wrong of [
      [{ monthDay: '02-30', name: 'x' }],
      [{ monthDay: '13-01', name: 'x' }],
      [{ monthDay: '01-01', name: ' ' }],
      [revolution, revolution],
      Array.from({ length: 21 }, (_, at) => ({
        monthDay: `01-${String(at + 1).padStart(2, '0')}`,
        name: 'x',
      })),
    ])
      expect((await choose(manager, wrong)).status).toBe(400)
    expect((await read()).ownHolidays).toEqual([])
  })

  test('are chosen by managers of the store, and by one of two at once', async () => {
    expect((await choose(basic)).body.error).toBe('permission/denied')
    expect((await choose(stranger)).body.error).toBe('store/not-found')
    const both = await Promise.all([choose(manager), choose(manager, [])])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})
