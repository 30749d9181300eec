import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readGroupNow } from '../../contract/groups/group-now.ts'
import { createGroup } from '../../contract/groups/groups.ts'
import { pauseMenuItem } from '../../contract/menu/menu.ts'
import { scheduleBreak } from '../../contract/stores/hours.ts'
import { weekdays } from '../../contract/stores/stores.ts'
import { withStoreScope } from '../db/scope.ts'
import { putMenu } from '../menu/testing/menus.ts'
import { takeOrders } from '../orders/taking/order-intake.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { simpleOrder } from '../testing/simple-order.ts'

// A Friday, 20:15 in São Paulo.
const now = new Date('2026-11-20T23:15:00Z')
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

const read = (person: Person) => app.call(person, readGroupNow, { params: { slug: 'familia' } })
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
  ])
  expect([data.waiting, data.riskCents, data.storeIds.toSorted()]).toEqual([
    2,
    15_000,
    [centro, norte].toSorted(),
  ])
  const own = (await read(manager)).data
  expect([own.waiting, own.riskCents, own.storeIds]).toEqual([1, 12_000, [centro]])
})

test('an item that nobody brought back for a day is named once for all its stores', async () => {
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
  expect((await read(owner)).data.longPauses).toEqual([])
  const since = new Date(now.getTime() - 25 * 3_600_000)
  await withStoreScope(app.db, [centro, norte], (tx) =>
    tx.updateTable('menu_item_pauses').set({ since }).execute(),
  )
  expect((await read(owner)).data.longPauses).toEqual([
    {
      name: 'Pizza de calabresa',
      code: 'PZ-1',
      since: since.toISOString(),
      storeIds: [centro, norte].toSorted(),
    },
  ])
  expect((await read(manager)).data.longPauses[0]?.storeIds).toEqual([centro])
})

test('it is for managers of one of its stores; for strangers there is no group', async () => {
  expect((await read(basic)).body.error).toBe('permission/denied')
  expect((await read(stranger)).body.error).toBe('group/not-found')
})
