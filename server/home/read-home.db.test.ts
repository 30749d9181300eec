import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readHome, type Need } from '../../contract/home/home.ts'
import { confirmOrder } from '../../contract/orders/orders.ts'
import { setCapacity } from '../../contract/orders/rules.ts'
import { netCents } from '../../contract/reports/metrics/metrics.ts'
import { readDailyReport } from '../../contract/reports/daily.ts'
import { inactivateStore, readStore, readStoresNow, weekdays } from '../../contract/stores/stores.ts'
import { withStoreScope } from '../db/scope.ts'
import { takeOrders } from '../orders/taking/order-intake.ts'
import { printDesk } from '../printing/testing/print-desk.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { simpleOrder } from '../testing/simple-order.ts'
import { standardShop } from '../testing/standard-shop.ts'

/** Friday, 20:14 in São Paulo. */
const now = new Date('2026-11-20T23:14:00Z')
const always = weekdays.map((weekday) => ({ weekday, start: '10:00', end: '23:30' }))
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

let app: TestApp
let shop: Awaited<ReturnType<typeof standardShop>>

beforeAll(async () => {
  app = await testApp()
  app.setClock(now)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(now)
  shop = await standardShop(app, { name: 'Brasa', openingHours: always, slug: `brasa-${uuidv7()}` })
})

const home = async (person: Person, selection?: string) =>
  (await app.call(person, readHome, { query: selection ? { selection } : {} })).data
const kinds = (needs: readonly Need[]) => needs.map((need) => need.kind)

async function place(storeId: string, changes: Parameters<typeof simpleOrder>[3] = {}): Promise<string> {
  const id = uuidv7()
  await takeOrders(app.db, [
    simpleOrder(storeId, id, `o-${id}`, { created_at: inMinutes(-3).toISOString(), ...changes }),
  ])
  return id
}

async function dispute(storeId: string, orderId: string, expiresAt: Date): Promise<void> {
  await withStoreScope(app.db, [storeId], (tx) =>
    tx
      .insertInto('disputes')
      .values({
        store_id: storeId,
        id: uuidv7(),
        source: 'ifood',
        partner_id: uuidv7(),
        order_id: orderId,
        merchant_id: '',
        kind: 'PROPOSED_AMOUNT_REFUND',
        message: 'Veio sem a sobremesa',
        asked_cents: 6_280,
        opened_at: inMinutes(-5),
        business_day: '2026-11-20',
        expires_at: expiresAt,
        state: 'open',
      })
      .execute(),
  )
}

async function review(storeId: string, score: number, due: Date | null): Promise<void> {
  await withStoreScope(app.db, [storeId], (tx) =>
    tx
      .insertInto('reviews')
      .values({
        store_id: storeId,
        id: uuidv7(),
        source: 'ifood',
        source_review_id: uuidv7(),
        business_day: '2026-11-19',
        score,
        created_at: inMinutes(-600),
        reply_due: due,
      })
      .execute(),
  )
}

describe('what waits for a person', () => {
  test('the navigation counts open negotiations for everybody, and reviews for managers', async () => {
    const { store, manager, basic } = shop
    const own = await place(store)
    await dispute(store, own, inMinutes(116))
    await dispute(store, own, inMinutes(-1))
    await review(store, 2, inMinutes(3_000))
    await review(store, 1, inMinutes(-1))
    const counted = async (person: Person) =>
      (await app.call(person, readStoresNow, { query: {} })).data.stores.map((one) => one.afterSale)
    expect(await counted(manager)).toEqual([{ disputes: 1, reviews: 1 }])
    expect(await counted(basic)).toEqual([{ disputes: 1, reviews: 0 }])
  })

  test('an order that its channel cancels, an order of the counter, a dispute and reviews, most urgent first', async () => {
    const { store, manager } = shop
    const own = await place(store)
    const dying = await place(store, {
      platform: 'ifood',
      merchant_id: 'm-1',
      confirm_by: inMinutes(1).toISOString(),
    })
    await dispute(store, own, inMinutes(116))
    await review(store, 2, inMinutes(3_000))
    await review(store, 1, inMinutes(2_000))
    await review(store, 5, null)
    const { needs, waiting } = await home(manager)
    expect(needs).toMatchObject([
      {
        kind: 'accept',
        storeId: store,
        deadline: inMinutes(1).toISOString(),
        amountCents: 3_000,
        order: { id: dying, platform: 'ifood', customer: 'Ana', dies: true },
      },
      { kind: 'accept', since: inMinutes(-3).toISOString(), order: { id: own, dies: false } },
      { kind: 'dispute', amountCents: 6_280, dispute: { message: 'Veio sem a sobremesa', customer: 'Ana' } },
      { kind: 'reviews', count: 2, lowestScore: 1, deadline: inMinutes(2_000).toISOString() },
    ])
    expect(waiting).toBe(4)
  })

  test('an accepted order waits no longer', async () => {
    const { store, basic } = shop
    const orderId = await place(store)
    expect(kinds((await home(basic)).needs)).toEqual(['accept'])
    await app.call(basic, confirmOrder, { params: { orderId }, body: {} }, { storeId: store })
    expect((await home(basic)).needs).toEqual([])
  })

  test('a pause without an end waits for somebody, one with an end comes back on its own', async () => {
    const { store, manager } = shop
    const pause = (version: number, untilMinutes?: 15) =>
      app.call(
        manager,
        setCapacity,
        { body: { level: 'paused', version, ...(untilMinutes ? { untilMinutes } : {}) } },
        { storeId: store },
      )
    const { version } = (await pause(0)).data
    const { needs, soon } = await home(manager)
    expect(needs).toMatchObject([{ kind: 'paused', storeId: store, by: 'manager', since: now.toISOString() }])
    expect(soon.map(({ kind }) => kind)).not.toContain('pause-ends')
    await pause(version, 15)
    const later = await home(manager)
    expect(later.needs).toEqual([])
    expect(later.soon[0]).toEqual({
      kind: 'pause-ends',
      at: inMinutes(15).toISOString(),
      storeIds: [store],
      count: 1,
    })
  })

  test('an inactive store waits for its managers within its hours, and for nobody outside them', async () => {
    const { store, manager, basic } = shop
    const shut = await app.addStore({ openingHours: [{ weekday: 'MONDAY', start: '10:00', end: '12:00' }] })
    const owner = await app.addPerson('owner', { [shut]: 'owner' })
    for (const [id, person] of [
      [store, manager],
      [shut, owner],
    ] as const) {
      const { menuSlug } = (await app.call(person, readStore, { params: { storeId: id } })).data
      expect((await app.call(person, inactivateStore, { params: { menuSlug } })).status).toBe(200)
    }
    expect((await home(manager)).needs).toMatchObject([{ kind: 'inactive', storeId: store }])
    expect((await home(basic)).needs).toEqual([])
    expect((await home(owner)).needs).toEqual([])
  })

  test('a channel that is silent within the hours is named, with what it sells in this hour deciding its place', async () => {
    const quiet = await app.addStore({ name: 'Quieta', openingHours: always, merchantId: `q-${uuidv7()}` })
    const busy = await app.addStore({ name: 'Cheia', openingHours: always, merchantId: `b-${uuidv7()}` })
    const owner = await app.addPerson('owner', { [quiet]: 'owner', [busy]: 'owner' })
    await takeOrders(
      app.db,
      [7, 14].map((days) =>
        simpleOrder(busy, uuidv7(), `w-${days}-${busy}`, {
          platform: 'ifood',
          merchant_id: 'm',
          status: 'concluded',
          created_at: new Date(now.getTime() - days * 86_400_000).toISOString(),
        }),
      ),
    )
    expect((await home(owner)).needs).toMatchObject([
      { kind: 'channel', storeId: busy, platform: 'ifood', state: 'silent', ourPause: false },
      { kind: 'channel', storeId: quiet, platform: 'ifood', state: 'silent' },
    ])
  })

  test('a channel that sells for a closed store comes before all that loses money, with the way to close it', async () => {
    const shut = await app.addStore({
      openingHours: [{ weekday: 'MONDAY', start: '10:00', end: '12:00' }],
      merchantId: `m-${uuidv7()}`,
    })
    const { store, manager } = shop
    const owner = await app.addPerson('owner', { [shut]: 'owner', [store]: 'owner' })
    const menuSlug = (await app.call(manager, readStore, { params: { storeId: store } })).data.menuSlug
    await app.call(manager, inactivateStore, { params: { menuSlug } })
    const own = await place(store)
    await withStoreScope(app.db, [shut], (tx) =>
      tx
        .updateTable('integrations')
        .set({
          last_polled_at: now,
          health: JSON.stringify({
            available: true,
            said: null,
            failed: [],
            reopenable: true,
            since: now.toISOString(),
            checkedAt: now.toISOString(),
          }),
        })
        .where('store_id', '=', shut)
        .execute(),
    )
    const { needs } = await home(owner)
    expect(needs).toMatchObject([
      { kind: 'accept', storeId: store, order: { id: own } },
      { kind: 'channel', storeId: shut, platform: 'ifood', state: 'selling', ourPause: false },
      { kind: 'inactive', storeId: store },
    ])
  })

  test('a printer whose computer is off waits with the tickets that did not come out', async () => {
    const { store, manager, basic } = shop
    const desk = printDesk(app, store, manager)
    const { name } = await desk.addPrinter()
    expect((await home(manager)).needs).toMatchObject([
      { kind: 'printer', printer: { name, out: true, cause: 'agent', unprinted: [], others: [] } },
    ])
    // A test page is for managers: without a ticket there is nothing that a basic user can do.
    expect((await home(basic)).needs).toEqual([])
    const { id } = await desk.place()
    await desk.accept(id)
    app.setClock(inMinutes(30))
    const [need] = (await home(basic)).needs
    expect(need).toMatchObject({ kind: 'printer', printer: { name } })
    expect(need?.kind === 'printer' ? need.printer.unprinted : []).toHaveLength(1)
  })
})

describe('who sees what', () => {
  test('below manager there is no money, no review and no total', async () => {
    const { store, basic } = shop
    const orderId = await place(store)
    await dispute(store, orderId, inMinutes(30))
    await review(store, 1, inMinutes(90))
    const answer = await home(basic)
    expect(answer.today).toBeNull()
    expect(kinds(answer.needs)).toEqual(['accept', 'dispute'])
    expect(JSON.stringify(answer)).not.toMatch(/3000|6280|[nN]etCents/)
  })

  test('of a person who manages one of two stores the total is of that one', async () => {
    const { store, other } = shop
    const both = await app.addPerson('both', { [store]: 'manager', [other]: 'basic' })
    const sold = { status: 'concluded' } as const
    await place(store, sold)
    await place(other, sold)
    const { today } = await home(both)
    expect(today?.stores.map(({ storeId }) => storeId)).toEqual([store])
    expect(today?.netCents).toBe(3_000)
  })

  test('another tenant’s things never appear, and a selection that names its store is not found', async () => {
    const { store, other, stranger, manager } = shop
    const orderId = await place(store)
    await dispute(store, orderId, inMinutes(30))
    await review(store, 1, inMinutes(90))
    const theirs = await home(stranger)
    expect(theirs.needs).toEqual([])
    expect(theirs.today?.netCents).toBe(0)
    expect(theirs.soon).toEqual([])
    expect((await app.call(stranger, readHome, { query: { selection: store } })).status).toBe(404)
    expect((await app.call(manager, readHome, { query: { selection: other } })).status).toBe(404)
  })

  test('the selection limits everything to its stores', async () => {
    const { store, other } = shop
    const both = await app.addPerson('both', { [store]: 'owner', [other]: 'owner' })
    await place(store)
    await place(other)
    const answer = await home(both, other)
    expect(answer.needs.map(({ storeId }) => storeId)).toEqual([other])
    expect(answer.today?.stores.map(({ storeId }) => storeId)).toEqual([other])
  })
})

describe('today so far', () => {
  test('home and the daily report as it opens agree to the centavo', async () => {
    const { store, manager } = shop
    const day = 86_400_000
    const moments = [0, 7, 14, 21].flatMap((weeks) =>
      [-180, -61, -14, -1, 0, 5, 200].map((minutes) => ({ weeks, minutes })),
    )
    await takeOrders(
      app.db,
      moments
        .filter(({ weeks, minutes }) => weeks > 0 || minutes < 0)
        .map(({ weeks, minutes }, index) =>
          simpleOrder(store, uuidv7(), `d-${index}-${store}`, {
            status: 'concluded',
            created_at: new Date(now.getTime() - weeks * day + minutes * 60_000).toISOString(),
            gross_cents: 1_000 + index * 37,
          }),
        ),
    )
    const { today } = await home(manager)
    const report = (await app.call(manager, readDailyReport, { query: {} })).data
    expect(today?.netCents).toBe(netCents(report.totals))
    expect(today?.comparedNetCents).toBe(netCents(report.compared))
    expect(today?.comparedDays).toBe(1)
    expect(today?.hours.map((row) => [row.hour, row.netCents, row.comparedNetCents])).toEqual(
      report.hours.map((row) => [row.hour, row.current.netCents, row.compared.netCents]),
    )
  })

  test('without an earlier day there is nothing to compare with', async () => {
    await place(shop.store, { status: 'concluded' })
    expect((await home(shop.manager)).today).toMatchObject({
      day: '2026-11-20',
      netCents: 3_000,
      comparedNetCents: 0,
      comparedDays: 0,
    })
  })
})

test('what happens next: a scheduled order, the end of a dispute, closing time', async () => {
  const { store, manager } = shop
  const later = await place(store, {
    status: 'confirmed',
    timing: 'SCHEDULED',
    preparation_start_at: inMinutes(46).toISOString(),
  })
  await dispute(store, later, inMinutes(116))
  expect((await home(manager)).soon).toEqual([
    { kind: 'scheduled', at: inMinutes(46).toISOString(), storeIds: [store], count: 1 },
    { kind: 'dispute-ends', at: inMinutes(116).toISOString(), storeIds: [store], count: 1 },
    { kind: 'closes', at: '2026-11-21T02:30:00.000Z', storeIds: [store], count: 1 },
  ])
})
