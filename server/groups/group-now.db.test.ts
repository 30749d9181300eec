import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readGroupNow } from '../../contract/groups/group-now.ts'
import { createGroup } from '../../contract/groups/groups.ts'
import type { Need } from '../../contract/home/home.ts'
import { pauseMenuItem } from '../../contract/menu/menu.ts'
import { saveSpecialDay, scheduleBreak } from '../../contract/stores/hours.ts'
import { weekdays } from '../../contract/stores/stores.ts'
import { withStoreScope } from '../db/scope.ts'
import { putMenu } from '../menu/testing/menus.ts'
import { takeOrders } from '../orders/taking/order-intake.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { simpleOrder } from '../testing/simple-order.ts'

// A Friday, 20:15 in São Paulo.
const now = new Date('2026-11-20T23:15:00Z')
/** The pauses of the first test are over. */
const reopened = new Date('2026-11-20T23:45:00Z')
let app: TestApp
let centro: string
let norte: string
let owner: Person
let manager: Person
let basic: Person
let stranger: Person
const openingHours = weekdays.map((weekday) => ({ weekday, start: '00:00', end: '00:00' }))

beforeAll(async () => {
  app = await testApp()
  app.setClock(now)
  centro = await app.addStore({ name: 'Centro', openingHours })
  norte = await app.addStore({ name: 'Norte', openingHours })
  const foreign = await app.addStore({ name: 'De outro', openingHours })
  owner = await app.addPerson('owner', { [centro]: 'owner', [norte]: 'owner' })
  manager = await app.addPerson('manager', { [centro]: 'manager', [norte]: 'basic' })
  basic = await app.addPerson('basic', { [centro]: 'basic' })
  stranger = await app.addPerson('stranger', { [foreign]: 'owner' })
  await app.call(owner, createGroup, {
    body: { name: 'Família', slug: 'familia', storeIds: [centro, norte] },
  })
  // Each store's usual hour at eight: R$ 480 and R$ 120, from one of the last four Fridays.
  for (const [store, cents] of [
    [centro, 192_000],
    [norte, 48_000],
  ] as const)
    await takeOrders(app.db, [
      simpleOrder(store, uuidv7(), `o-${cents}`, {
        status: 'concluded',
        created_at: '2026-11-13T23:20:00Z',
        gross_cents: cents,
      }),
    ])
})
beforeEach(() => app.setClock(now))
afterAll(() => app.close())

const read = (person: Person) => app.call(person, readGroupNow, { params: { slug: 'familia' }, query: {} })
const ofKind = async (person: Person, kind: Need['kind']) =>
  (await read(person)).data.needs.filter(({ need }) => need.kind === kind)

/** Sessions end within these weeks. */
const again = async () => ({
  owner: await app.addPerson('owner', { [centro]: 'owner', [norte]: 'owner' }),
  manager: await app.addPerson('manager', { [centro]: 'manager', [norte]: 'basic' }),
})

/** What the pizza of the menu sold in the week before, of the R$ 1.920 that the store did. */
const sold = (storeId: string, cents: number) =>
  withStoreScope(app.db, [storeId], (tx) =>
    tx
      .insertInto('product_days')
      .columns([
        'store_id',
        'business_day',
        'product_key',
        'platform',
        'merchant_id',
        'name',
        'quantity_milli',
        'cents',
      ])
      .expression(
        tx
          .selectFrom('menu_items')
          .select((item) => [
            'store_id',
            item.val('2026-11-13').as('business_day'),
            'product_key',
            item.val('balcao').as('platform'),
            item.val('').as('merchant_id'),
            'name',
            item.val(1_000).as('quantity_milli'),
            item.val(cents).as('cents'),
          ])
          .where('external_code', '=', 'PZ-1'),
      )
      .execute(),
  )
const stop = (storeId: string) =>
  app.call(
    owner,
    scheduleBreak,
    {
      body: {
        name: 'Cozinha lotada',
        start: now.toISOString(),
        end: new Date(now.getTime() + 1_500_000).toISOString(),
      },
    },
    { storeId },
  )

test('what loses most within fifteen minutes comes first, and the sum is that of the reader’s own stores', async () => {
  await stop(norte)
  await stop(centro)
  const { data } = await read(owner)
  expect(data.needs.map(({ need, riskCents }) => [need.kind, need.storeId, riskCents])).toEqual([
    ['paused', centro, 12_000],
    ['paused', norte, 3_000],
    // The day is a holiday that nobody decided about.
    ['holiday', [centro, norte].toSorted()[0], 0],
  ])
  expect([data.waiting, data.riskCents, data.storeIds.toSorted()]).toEqual([
    3,
    15_000,
    [centro, norte].toSorted(),
  ])
  const own = (await read(manager)).data
  expect([own.waiting, own.riskCents, own.storeIds]).toEqual([2, 12_000, [centro]])
})

test('an item that nobody brought back for a day is one row for all its stores, with what it sold of each of them', async () => {
  app.setClock(reopened)
  for (const storeId of [centro, norte]) {
    const { pizza, soda } = await putMenu(app, storeId)
    for (const itemId of [pizza, soda])
      await app.call(
        owner,
        pauseMenuItem,
        { params: { itemId }, body: itemId === soda ? { until: '2026-11-25T12:00:00.000Z' } : {} },
        { storeId },
      )
  }
  expect(await ofKind(owner, 'long-pause')).toEqual([])
  const since = new Date(reopened.getTime() - 25 * 3_600_000)
  await withStoreScope(app.db, [centro, norte], (tx) =>
    tx.updateTable('menu_item_pauses').set({ since }).execute(),
  )
  const row = {
    kind: 'long-pause',
    since: since.toISOString(),
    deadline: null,
    item: { name: 'Pizza de calabresa', code: 'PZ-1' },
  }
  // Never sold in those weeks: nothing is known to be lost.
  expect(await ofKind(owner, 'long-pause')).toMatchObject([
    { need: { ...row, storeIds: [centro, norte].toSorted() }, riskCents: 0 },
  ])
  await sold(centro, 48_000)
  // A quarter of the week's sales was the pizza, and the usual hour at eight is R$ 480.
  expect(await ofKind(owner, 'long-pause')).toMatchObject([{ need: row, riskCents: 3_000 }])
  expect(await ofKind(manager, 'long-pause')).toMatchObject([
    { need: { ...row, storeId: centro, storeIds: [centro] }, riskCents: 3_000 },
  ])
})

test('an item that is missing in a store that stands still loses nothing more', async () => {
  // The two of the first test.
  expect(await ofKind(owner, 'paused')).toHaveLength(2)
  expect(await ofKind(owner, 'long-pause')).toMatchObject([{ riskCents: 0 }])
})

test('a holiday without a decision is a row without a price, until the stores have decided', async () => {
  app.setClock(new Date('2026-12-17T15:00:00Z'))
  const [people, asks] = [await again(), new Date('2026-12-20T15:00:00Z')]
  expect(await ofKind(people.owner, 'holiday')).toEqual([])
  app.setClock(asks)
  const later = await again()
  const row = {
    kind: 'holiday',
    since: '2026-12-18T03:00:00.000Z',
    deadline: '2026-12-25T03:00:00.000Z',
    holiday: { day: '2026-12-25', name: 'Natal' },
  }
  expect(await ofKind(later.owner, 'holiday')).toEqual([
    { need: expect.objectContaining({ ...row, storeIds: [centro, norte].toSorted() }), riskCents: 0 },
  ])
  expect(await ofKind(later.manager, 'holiday')).toMatchObject([{ need: { ...row, storeIds: [centro] } }])
  const body = { day: '2026-12-25', name: 'Natal', kind: 'closed' as const, intervals: [], version: 0 }
  expect((await app.call(later.owner, saveSpecialDay, { body }, { storeId: norte })).status).toBe(200)
  expect(await ofKind(later.owner, 'holiday')).toMatchObject([{ need: { ...row, storeIds: [centro] } }])
  expect((await app.call(later.owner, saveSpecialDay, { body }, { storeId: centro })).status).toBe(200)
  expect(await ofKind(later.owner, 'holiday')).toEqual([])
})

test('a channel that is closed though the store is open says since when, and what the channel usually sells', async () => {
  const since = new Date(reopened.getTime() - 12 * 60_000)
  await withStoreScope(app.db, [norte], (tx) =>
    tx
      .insertInto('integrations')
      .values({
        store_id: norte,
        type: 'ifood',
        merchant_id: 'm-norte',
        last_polled_at: reopened,
        health: JSON.stringify({
          available: false,
          said: 'Loja fechada.',
          failed: [],
          reopenable: true,
          since: since.toISOString(),
          checkedAt: reopened.toISOString(),
          pauses: [],
        }),
      })
      .execute(),
  )
  await takeOrders(app.db, [
    simpleOrder(norte, uuidv7(), 'o-ifood', {
      platform: 'ifood',
      merchant_id: 'm-norte',
      status: 'concluded',
      created_at: '2026-11-13T23:25:00Z',
      gross_cents: 32_000,
    }),
  ])
  app.setClock(reopened)
  expect(await ofKind(owner, 'channel')).toMatchObject([
    { need: { storeId: norte, state: 'closed', since: since.toISOString() }, riskCents: 2_000 },
  ])
  // It is not the manager's store.
  expect(await ofKind(manager, 'channel')).toEqual([])
})

test('it is for managers of one of its stores; for strangers there is no group', async () => {
  expect((await read(basic)).body.error).toBe('permission/denied')
  expect((await read(stranger)).body.error).toBe('group/not-found')
})
