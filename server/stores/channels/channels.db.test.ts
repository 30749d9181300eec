import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as contract from '../../../contract/stores/channels.ts'
import { readBoard, readOrder } from '../../../contract/orders/orders.ts'
import { readOrderRules, saveOrderRules } from '../../../contract/orders/rules.ts'
import { saveSpecialDay, saveWeek } from '../../../contract/stores/hours.ts'
import { readMyModules, saveMyModules } from '../../../contract/stores/modules.ts'
import {
  activateStore,
  inactivateStore,
  readMyStores,
  readOpenStatus,
  weekdays,
} from '../../../contract/stores/stores.ts'
import { simulatorControl } from '../../../simulator/control-client.ts'
import { startSimulator, type Simulator } from '../../../simulator/start-simulator.ts'
import { withStoreScope } from '../../db/scope.ts'
import { readChannelHealth } from '../../marketplaces/channel-health.ts'
import { pollMarketplaces } from '../../marketplaces/poll.ts'
import { handleInbox } from '../../marketplaces/inbox/handle-inbox.ts'
import { orderInbox } from '../../orders/orders.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { doRepair, lookAtWishes, noteClosedChannels, wantingStores, wishHours, wishPause } from '../stores.ts'

let simulator: Simulator
let control: ReturnType<typeof simulatorControl>
let app: TestApp
let merchantId: string
let store: string
let other: string
let manager: Person
let basic: Person
let stranger: Person
/** The simulator lives in real time. */
const always = weekdays.map((weekday) => ({ weekday, start: '00:00', end: '00:00' }))
const day = 86_400_000

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
beforeEach(async () => {
  app.setClock(null)
  merchantId = randomUUID()
  const menu = [{ code: 'A-1', name: 'Pastel', cents: 1_290 }]
  await control.setMerchants([{ merchantId, name: 'Brasa', menu }])
  ;({ store, other, manager, basic, stranger } = await standardShop(app, {
    merchantId,
    openingHours: always,
  }))
  await look()
})

const here = () => ({ storeId: store })
const wanting = (ids: readonly string[]) => wantingStores(app.deps, ids)
/** A poll and a look at iFood, as the worker does. */
async function look(): Promise<void> {
  await pollMarketplaces(app.deps, undefined, wanting)
  await readChannelHealth(app.deps)
  await lookAtWishes(app.deps, store)
}
async function channels(person = basic) {
  const { data } = await app.call(person, contract.readChannels, { query: { selection: store } })
  return data.stores[0]
}
const atIfood = async () => (await channels())?.channels.find(({ platform }) => platform === 'ifood')
const causes = async () => (await atIfood())?.causes.map(({ code }) => code)
const repair = (what: contract.ChannelRepair, person = manager, storeId = store) =>
  app.call(person, contract.repairChannel, { body: { platform: 'ifood', repair: what } }, { storeId })
async function repaired(what: contract.ChannelRepair): Promise<void> {
  const answer = await repair(what)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  await doRepair(app.deps, store, { platform: 'ifood', repair: what })
}
async function slug() {
  const { data } = await app.call(manager, readMyStores, {})
  return { params: { menuSlug: data.stores.find(({ id }) => id === store)?.menuSlug ?? '' } }
}
const absent = (): never => {
  throw new Error('not there')
}
async function switchDelivery(on: boolean): Promise<void> {
  const { version } = (await app.call(manager, readMyModules, {}, here())).data
  const answer = await app.call(
    manager,
    saveMyModules,
    { body: { modules: { delivery: on }, version } },
    here(),
  )
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}
const local = (ms: number) =>
  new Date(Date.now() + ms).toLocaleString('sv-SE', { timeZone: 'America/Sao_Paulo' }).replace(' ', 'T')
const pausedByPerson = () =>
  control.addInterruption(merchantId, {
    id: randomUUID(),
    description: 'Almoço da equipe',
    start: local(-60_000),
    end: local(3_600_000),
  })

describe('a channel', () => {
  test('that sells as it should has no cause, and the own channel beside it', async () => {
    const now = await channels()
    expect(now?.channels.map(({ platform, state }) => [platform, state])).toEqual([
      ['balcao', 'open'],
      ['ifood', 'open'],
    ])
    expect(await causes()).toEqual([])
    expect(now).toMatchObject({ active: true, running: 0 })
  })

  test('without an answer for 90 s is “sem notícia”', async () => {
    app.setClock(new Date(Date.now() + 89_000))
    expect((await atIfood())?.state).toBe('open')
    app.setClock(new Date(Date.now() + 92_000))
    expect(await atIfood()).toMatchObject({
      state: 'unknown',
      causes: [{ code: 'no-news', remedy: { do: 'check' } }],
    })
  })

  test('that answers no question for orders, though it says that it is open, has that as a cause', async () => {
    const since = new Date(Date.now() - 600_000)
    await withStoreScope(app.db, [store], (tx) =>
      tx.updateTable('integrations').set({ last_polled_at: since }).where('store_id', '=', store).execute(),
    )
    expect(await atIfood()).toMatchObject({
      state: 'unknown',
      causes: [{ code: 'not-reached', since: since.toISOString(), remedy: { do: 'check' } }],
    })
    await look()
    expect(await atIfood()).toMatchObject({ state: 'open', causes: [] })
  })

  test('that is closed while the store wants to sell is a trouble, until it is open again', async () => {
    const troubles = async () => {
      await noteClosedChannels(app.deps, [store])
      return withStoreScope(app.db, [store], (tx) =>
        tx.selectFrom('store_troubles').select(['kind', 'key']).where('store_id', '=', store).execute(),
      )
    }
    expect(await troubles()).toEqual([])
    await control.setMood(merchantId, { problem: 'payout-blocked' })
    await look()
    expect(await troubles()).toEqual([{ kind: 'channel-closed', key: 'ifood' }])
    await control.setMood(merchantId, { problem: '' })
    await look()
    expect(await troubles()).toEqual([])
  })

  test('of an inactive store says who did it and since when, at iFood too, and the way back', async () => {
    expect((await app.call(manager, inactivateStore, await slug())).status).toBe(200)
    await wishPause(app.deps, store)
    await look()
    const now = await channels()
    expect(now).toMatchObject({ active: false, activeBy: 'manager' })
    expect(now?.activeSince).not.toBeNull()
    for (const channel of now?.channels ?? [])
      expect(channel).toMatchObject({
        state: 'closed',
        wanted: false,
        sellsWrongly: false,
        causes: [{ code: 'inactive', who: 'manager', remedy: { do: 'activate' } }],
      })
    expect((await app.call(manager, activateStore, await slug())).status).toBe(200)
    await wishPause(app.deps, store)
    await look()
    expect((await atIfood())?.state).toBe('open')
  })

  test('is paused while the store does not deliver, and reopened with the module', async () => {
    await switchDelivery(false)
    await wishPause(app.deps, store)
    expect(await control.readInterruptions(merchantId)).toHaveLength(1)
    await look()
    expect(await atIfood()).toMatchObject({
      state: 'closed',
      wanted: false,
      sellsWrongly: false,
      causes: [{ code: 'delivery-off', remedy: { do: 'see-modules' } }],
    })
    expect((await channels())?.channels[0]).toMatchObject({ platform: 'balcao', causes: [] })
    await switchDelivery(true)
    await wishPause(app.deps, store)
    expect(await control.readInterruptions(merchantId)).toEqual([])
    await look()
    expect((await atIfood())?.state).toBe('open')
  })

  test('that sells for a store without delivery comes first, and its order is kept, marked and not accepted alone', async () => {
    await switchDelivery(false)
    await wishPause(app.deps, store)
    await control.removeInterruptions(merchantId)
    await look()
    expect((await channels())?.channels[0]).toMatchObject({ platform: 'ifood', sellsWrongly: true })
    const rules = (await app.call(manager, readOrderRules, {}, here())).data.rules
    const { platform: _, ...fields } = rules.find(({ platform }) => platform === 'ifood') ?? absent()
    const saved = await app.call(
      manager,
      saveOrderRules,
      { params: { platform: 'ifood' }, body: { ...fields, autoAccept: true, onlyWhenOpen: false } },
      here(),
    )
    expect(saved.status).toBe(200)
    await control.placeOrder({ merchantId, type: 'DELIVERY' })
    await pollMarketplaces(app.deps, undefined, wanting)
    await handleInbox(app.deps, store, orderInbox)
    const { data } = await app.call(basic, readBoard, { query: { selection: store } })
    expect(data.orders).toMatchObject([{ platform: 'ifood', status: 'placed' }])
    const orderId = data.orders[0]?.id ?? ''
    const { data: shown } = await app.call(basic, readOrder, { params: { orderId } }, here())
    expect(shown.order.serviceOff).toBe(true)
  })

  test('that sells for an inactive store comes first, and is closed by the button', async () => {
    await app.call(manager, inactivateStore, await slug())
    await wishPause(app.deps, store)
    await control.removeInterruptions(merchantId)
    await look()
    const [first] = (await channels())?.channels ?? []
    expect(first).toMatchObject({ platform: 'ifood', state: 'open', sellsWrongly: true })
    expect(first?.causes[0]).toMatchObject({
      code: 'selling',
      message: 'O iFood está vendendo e não devia: aqui a loja está desativada.',
      remedy: { do: 'close' },
    })
    await repaired('close')
    await wishPause(app.deps, store)
    await look()
    expect(await control.readInterruptions(merchantId)).toHaveLength(1)
    expect(await atIfood()).toMatchObject({ state: 'closed', sellsWrongly: false })
  })

  test('that sells outside the hours is in the open status too', async () => {
    const night = new Date(Date.now() - 3_600_000)
    const hour = (at: Date) => at.toLocaleTimeString('sv-SE', { timeZone: 'America/Sao_Paulo' }).slice(0, 5)
    // Open only in the hour that ended an hour ago.
    const week = weekdays.map((weekday) => ({
      weekday,
      start: hour(new Date(night.getTime() - 3_600_000)),
      end: hour(night),
    }))
    const saved = await app.call(manager, saveWeek, { body: { week, version: 0 } }, here())
    expect(saved.status).toBe(200)
    await control.setMood(merchantId, { sellsAnyway: true })
    await look()
    expect(await atIfood()).toMatchObject({ sellsWrongly: true })
    const { data } = await app.call(basic, readOpenStatus, { params: { storeId: store } })
    expect(data.reasons.map(({ code }) => code)).toContain('channel-selling')
  })

  test('paused in iFood’s own app is reopened by the button', async () => {
    await pausedByPerson()
    await look()
    expect(await atIfood()).toMatchObject({
      state: 'closed',
      causes: [{ code: 'paused-there', who: 'aplicativo do iFood', remedy: { do: 'reopen' } }],
    })
    await repaired('reopen')
    expect(await control.readInterruptions(merchantId)).toEqual([])
    expect(await atIfood()).toMatchObject({ state: 'open', causes: [], repairing: null })
  })

  test('that iFood does not let us reopen has a cause without a button', async () => {
    await pausedByPerson()
    await control.setMood(merchantId, { reopenable: false })
    await look()
    expect((await atIfood())?.causes).toMatchObject([{ code: 'paused-there', remedy: null }])
  })

  test('blocked by iFood says why in words', async () => {
    await control.setMood(merchantId, { problem: 'payout-blocked' })
    await look()
    expect((await atIfood())?.causes[0]?.message).toBe(
      'O iFood bloqueou a loja por causa dos repasses. Fale com o suporte do iFood. Repasse bloqueado.',
    )
    await control.setMood(merchantId, { problem: 'radius-restriction' })
    await look()
    expect(await atIfood()).toMatchObject({ state: 'open', causes: [{ code: 'radius', remedy: null }] })
  })
})

describe('repairing a channel', () => {
  test('is for managers, of a store that is theirs and connected', async () => {
    expect((await repair('check', basic)).body.error).toBe('permission/denied')
    expect((await repair('check', stranger)).body.error).toBe('store/not-found')
    expect((await repair('check', manager, other)).body.error).toBe('store/not-found')
    expect((await repair('check', stranger, other)).body.error).toBe('channel/not-connected')
  })

  test('that nothing needs is refused', async () => {
    expect((await repair('reopen')).body.error).toBe('channel/nothing-to-repair')
    expect((await repair('close')).body.error).toBe('channel/nothing-to-repair')
  })

  test('asked twice at once is done once', async () => {
    await pausedByPerson()
    await look()
    const both = await Promise.all([repair('reopen'), repair('reopen')])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.error).toBe('channel/being-repaired')
    expect((await atIfood())?.repairing).toBe('reopen')
  })

  test('is audited with what was wrong', async () => {
    await pausedByPerson()
    await look()
    await repaired('reopen')
    const rows = await withStoreScope(app.db, [store], (tx) =>
      tx
        .selectFrom('audit_entries')
        .select(['actor_uid', 'subject', 'details'])
        .where('store_id', '=', store)
        .where('action', '=', 'channel/repair-asked')
        .execute(),
    )
    expect(rows).toEqual([
      { actor_uid: manager.uid, subject: 'ifood', details: { repair: 'reopen', causes: ['paused-there'] } },
    ])
  })
})

describe('a wish', () => {
  const selling = async () => (await atIfood())?.wishes?.find(({ about }) => about === 'selling')
  const inactivate = async () => {
    expect((await app.call(manager, inactivateStore, await slug())).status).toBe(200)
    await wishPause(app.deps, store)
  }

  test('that iFood shows is proved, to the second', async () => {
    await inactivate()
    const told = await selling()
    expect(told?.state).toBe('proved')
    expect(told?.message).toMatch(/^Fechado como você quer: provado às \d\d:\d\d:\d\d\.$/)
  })

  test('that iFood does not answer says what is there and what is wanted, and is tried until it is proved', async () => {
    await wishPause(app.deps, store)
    expect((await selling())?.state).toBe('proved')
    await control.fail(503, 60_000, '/merchant/v1.0')
    await inactivate()
    expect(await selling()).toMatchObject({
      state: 'trying',
      message: expect.stringMatching(
        /^iFood: aberto desde \d\d:\d\d, você quer fechado desde \d\d:\d\d; tentando\.$/,
      ) as string,
    })
    expect(await control.readInterruptions(merchantId)).toEqual([])
    await control.fail(503, 0, '/merchant/v1.0')
    app.setClock(new Date(Date.now() + 3_000))
    await lookAtWishes(app.deps, store)
    expect(await control.readInterruptions(merchantId)).toHaveLength(1)
    expect((await selling())?.state).toBe('proved')
  })

  test('made by a cook in iFood’s app is the newest one, found within five minutes, and undone by a person alone', async () => {
    await wishPause(app.deps, store)
    await pausedByPerson()
    app.setClock(new Date(Date.now() + 240_000))
    await lookAtWishes(app.deps, store)
    expect(await selling()).toMatchObject({
      state: 'outside',
      message: expect.stringMatching(/^Fechado no iFood às \d\d:\d\d, por fora\.$/) as string,
    })
    await wishPause(app.deps, store)
    expect(await control.readInterruptions(merchantId)).toHaveLength(1)
    await look()
    await repaired('reopen')
    expect(await control.readInterruptions(merchantId)).toEqual([])
    expect((await selling())?.state).toBe('proved')
  })

  test('to be closed that a person undid in iFood’s app is not closed again by us', async () => {
    await inactivate()
    await control.removeInterruptions(merchantId)
    app.setClock(new Date(Date.now() + 240_000))
    await lookAtWishes(app.deps, store)
    await wishPause(app.deps, store)
    expect(await control.readInterruptions(merchantId)).toEqual([])
    expect((await selling())?.message).toMatch(/^Aberto no iFood às \d\d:\d\d, por fora\.$/)
    await look()
    await repaired('close')
    expect(await control.readInterruptions(merchantId)).toHaveLength(1)
  })

  test('that two workers make so at once is one pause', async () => {
    expect((await app.call(manager, inactivateStore, await slug())).status).toBe(200)
    await Promise.all([wishPause(app.deps, store), wishPause(app.deps, store)])
    expect(await control.readInterruptions(merchantId)).toHaveLength(1)
  })
})

describe('opening hours at iFood', () => {
  const nightly = weekdays.map((weekday) => ({ weekday, start: '18:00', end: '02:00' }))
  const save = async () => {
    const answer = await app.call(manager, saveWeek, { body: { week: nightly, version: 0 } }, here())
    expect(answer.status).toBe(200)
  }

  test('are the store’s week, whole, written once and read back', async () => {
    await save()
    await wishHours(app.deps, store)
    await wishHours(app.deps, store)
    const { shifts, written } = await control.readOpeningHours(merchantId)
    expect(shifts).toEqual(weekdays.map((dayOfWeek) => ({ dayOfWeek, start: '18:00:00', duration: 480 })))
    expect(written).toBe(1)
    expect(await causes()).not.toContain('hours-differ')
  })

  test('changed in iFood’s own app are a cause, and written again by the button', async () => {
    await save()
    await wishHours(app.deps, store)
    await control.setOpeningHours(merchantId, [{ dayOfWeek: 'MONDAY', start: '09:00:00', duration: 60 }])
    // A week is read back every five minutes.
    app.setClock(new Date(Date.now() + 290_000))
    await lookAtWishes(app.deps, store)
    expect(await causes()).toContain('hours-differ')
    await repaired('write-hours')
    expect((await control.readOpeningHours(merchantId)).shifts).toHaveLength(7)
    expect(await causes()).not.toContain('hours-differ')
  })

  test('that iFood takes and does not keep are a cause', async () => {
    await control.setMood(merchantId, { dropsHours: true })
    await save()
    await wishHours(app.deps, store)
    expect(await causes()).toContain('hours-differ')
    for (const seconds of [3, 8]) {
      app.setClock(new Date(Date.now() + seconds * 1_000))
      await lookAtWishes(app.deps, store)
    }
    expect((await atIfood())?.wishes).toContainEqual({
      about: 'hours',
      state: 'trying',
      message: 'O iFood aceitou o horário, mas mostra outra coisa. Confira no aplicativo do iFood; tentando.',
    })
  })

  test('of a store without any are left as they are', async () => {
    await withStoreScope(app.db, [store], (tx) =>
      tx.updateTable('stores').set({ opening_hours: '[]' }).where('id', '=', store).execute(),
    )
    await wishHours(app.deps, store)
    expect((await control.readOpeningHours(merchantId)).written).toBe(0)
  })

  test('of a special day come and go on their own, after a crash too', async () => {
    const wednesday = new Date('2027-03-10T15:00:00Z')
    app.setClock(wednesday)
    manager = await app.addPerson('manager', { [store]: 'manager' })
    await save()
    const body = { day: '2027-03-12', name: 'Festa', kind: 'closed' as const, intervals: [], version: 0 }
    expect((await app.call(manager, saveSpecialDay, { body }, here())).status).toBe(200)
    const days = async () =>
      (await control.readOpeningHours(merchantId)).shifts?.map(({ dayOfWeek }) => dayOfWeek)
    await wishHours(app.deps, store)
    expect(await days()).toContain('FRIDAY')
    expect(await turns()).toEqual([new Date('2027-03-11T03:00:00Z')])
    app.setClock(new Date('2027-03-11T03:00:00Z'))
    await wishHours(app.deps, store)
    expect(await days()).not.toContain('FRIDAY')
    expect(await turns()).toContainEqual(new Date('2027-03-14T03:00:00Z'))
    // A process died between its write and the end of its effect: the next try goes on from what is true then.
    app.setClock(new Date('2027-03-14T04:00:00Z'))
    await wishHours(app.deps, store)
    expect(await days()).toContain('FRIDAY')
  })

  async function turns() {
    const rows = await withStoreScope(app.db, [store], (tx) =>
      tx
        .selectFrom('outbox')
        .select('due_at')
        .where('store_id', '=', store)
        .where('kind', '=', 'channel-hours')
        .where('key', 'is not', null)
        .orderBy('due_at')
        .execute(),
    )
    return rows.map((row) => row.due_at)
  }
})

describe('presence at iFood', () => {
  test('is of stores that want to sell, and orders of the others still come in', async () => {
    const { lastShownAt } = await control.readPresence(merchantId)
    expect(lastShownAt).not.toBeNull()
    const { orderId } = await control.placeOrder({ merchantId, type: 'DELIVERY' })
    await app.call(manager, inactivateStore, await slug())
    // A presence that is shown from here on has a later time.
    await control.advanceClock(1_000)
    const woken = await pollMarketplaces(app.deps, undefined, wanting)
    expect(woken.has(store)).toBe(true)
    expect((await control.readLog()).orders.some(({ id }) => id === orderId)).toBe(true)
    expect((await control.readPresence(merchantId)).lastShownAt).toBe(lastShownAt)
    await app.call(manager, activateStore, await slug())
    await pollMarketplaces(app.deps, undefined, wanting)
    expect((await control.readPresence(merchantId)).lastShownAt).toBeGreaterThan(lastShownAt ?? 0)
  })

  test('begins two minutes before the store opens and ends with its hours', async () => {
    const evening = weekdays.map((weekday) => ({ weekday, start: '18:00', end: '22:00' }))
    const app2 = await app.addStore({ openingHours: evening })
    const at = async (iso: string) => {
      app.setClock(new Date(iso))
      return (await wantingStores(app.deps, [app2])).has(app2)
    }
    expect(await at('2026-11-20T20:57:00Z')).toBe(false)
    expect(await at('2026-11-20T20:58:30Z')).toBe(true)
    expect(await at('2026-11-21T00:59:00Z')).toBe(true)
    expect(await at('2026-11-21T01:00:00Z')).toBe(false)
  })
})

describe('holidays that nobody decided about', () => {
  test('ask seven days before, of the stores one manages', async () => {
    const ask = async (person: Person) =>
      (await app.call(person, contract.readUndecidedHolidays, { query: { selection: store } })).data.holidays
    const shop = async (iso: string) => {
      app.setClock(new Date(iso))
      manager = await app.addPerson('manager', { [store]: 'manager' })
      basic = await app.addPerson('basic', { [store]: 'basic' })
    }
    await shop('2026-12-17T15:00:00Z')
    expect(await ask(manager)).toEqual([])
    await shop('2026-12-18T15:00:00Z')
    expect(await ask(manager)).toEqual([{ day: '2026-12-25', name: 'Natal', storeIds: [store] }])
    expect(await ask(basic)).toEqual([])
    const body = { day: '2026-12-25', name: 'Natal', kind: 'closed' as const, intervals: [], version: 0 }
    expect((await app.call(manager, saveSpecialDay, { body }, here())).status).toBe(200)
    expect(await ask(manager)).toEqual([])
    app.setClock(new Date(Date.now() + day))
  })
})
