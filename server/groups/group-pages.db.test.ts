import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readGroupDay } from '../../contract/groups/group-day.ts'
import { readGroupMenu, saveGroupMenu, usualKeeps } from '../../contract/groups/group-menu.ts'
import { readGroupNow } from '../../contract/groups/group-now.ts'
import { createGroup, groupStoresLimit, updateGroup } from '../../contract/groups/groups.ts'
import { netCents } from '../../contract/reports/metrics/metrics.ts'
import { storesLimit } from '../../contract/shared/headers.ts'
import { takeOrders } from '../orders/taking/order-intake.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { simpleOrder } from '../testing/simple-order.ts'

// A Friday, 20:15 in São Paulo.
const now = new Date('2026-11-20T23:15:30Z')
const slug = 'rede-grande'
let app: TestApp
/** In the order of the group; the third is not the manager's. */
let stores: string[]
let owner: Person
let manager: Person

beforeAll(async () => {
  app = await testApp()
  app.setClock(now)
  stores = []
  while (stores.length < storesLimit + 3)
    stores.push(await app.addStore({ name: `Filial ${stores.length + 1}` }))
  const roles = (of: readonly string[]) => Object.fromEntries(of.map((id) => [id, 'owner' as const]))
  owner = await app.addPerson('owner', roles(stores))
  manager = await app.addPerson('manager', { ...roles(stores), [place(3)]: 'basic' })
  for (const [store, cents] of [
    [place(1), 7_000],
    [place(3), 900],
    [place(101), 4_000],
    [place(103), 2_000],
  ] as const)
    await sold(store, cents)
  // It waits for an acceptance.
  await takeOrders(app.db, [
    simpleOrder(place(102), uuidv7(), 'waits', {
      status: 'placed',
      created_at: new Date(now.getTime() - 60_000).toISOString(),
      gross_cents: 5_000,
    }),
  ])
  const body = { name: 'Rede grande', slug, storeIds: stores }
  expect((await app.call(owner, createGroup, { body })).status).toBe(200)
}, 60_000)
afterAll(() => app.close())

const place = (number: number): string => stores[number - 1] ?? ''
const sold = (store: string, cents: number) =>
  takeOrders(app.db, [
    simpleOrder(store, uuidv7(), `o-${store}`, {
      status: 'concluded',
      created_at: '2026-11-20T15:10:00Z',
      gross_cents: cents,
    }),
  ])
const dayOf = async (person: Person, page?: string) =>
  (await app.call(person, readGroupDay, { params: { slug }, query: page ? { page } : {} })).data
const nowOf = async (person: Person, page?: string) =>
  (await app.call(person, readGroupNow, { params: { slug }, query: page ? { page } : {} })).data

test('the page of a chain of a hundred and three is of its first hundred, and says so', async () => {
  const day = await dayOf(owner)
  expect(day.page).toEqual({ number: 1, of: 2, stores: 103 })
  expect(new Set(day.stores.map(({ storeId }) => storeId))).toEqual(new Set(stores.slice(0, 100)))
  expect([netCents(day.totals), day.otherStores]).toEqual([7_900, 0])
})

test('the next page is of the others alone: sums, what waits and the stores that are named', async () => {
  const day = await dayOf(owner, '2')
  expect(day.page).toEqual({ number: 2, of: 2, stores: 103 })
  expect(day.stores.map(({ storeId }) => storeId)).toEqual([place(102), place(101), place(103)])
  // The order that waits is a sale as well.
  expect(netCents(day.totals)).toBe(11_000)
  const waiting = await nowOf(owner, '2')
  expect(waiting.storeIds).toEqual(stores.slice(100))
  expect(waiting.needs.map(({ need }) => need.storeId)).toContain(place(102))
  const first = await nowOf(owner)
  expect(first.storeIds).toEqual(stores.slice(0, 100))
  expect(first.needs.map(({ need }) => need.storeId)).not.toContain(place(102))
})

test('every sale of the chain is on one page', async () => {
  const pages = [await dayOf(owner, '1'), await dayOf(owner, '2')]
  expect(pages.reduce((sum, { totals }) => sum + netCents(totals), 0)).toBe(18_900)
  expect(new Set(pages.flatMap((page) => page.stores.map(({ storeId }) => storeId)))).toEqual(new Set(stores))
})

test('past the end is the last page, and what is no page is refused', async () => {
  expect((await dayOf(owner, '9')).page.number).toBe(2)
  for (const page of ['0', '-1', '1.5', 'dois', '100'])
    expect((await app.call(owner, readGroupDay, { params: { slug }, query: { page } })).status).toBe(400)
})

test('pages are of the stores that the reader manages: nobody learns from a page what is on another’s', async () => {
  const day = await dayOf(manager)
  expect([day.page, day.otherStores]).toEqual([{ number: 1, of: 2, stores: 102 }, 1])
  const ids = day.stores.map(({ storeId }) => storeId)
  expect(ids).not.toContain(place(3))
  expect([ids.includes(place(101)), netCents(day.totals)]).toEqual([true, 11_000])
})

test('the menu of the chain is compared page by page, also with a store of another page', async () => {
  const body = { storeId: place(1), keeps: usualKeeps, version: 0 }
  expect((await app.call(owner, saveGroupMenu, { params: { slug }, body })).status).toBe(200)
  const menuOf = async (page: string) =>
    (await app.call(owner, readGroupMenu, { params: { slug }, query: { page } })).data
  expect((await menuOf('1')).stores.map(({ storeId }) => storeId)).toEqual(stores.slice(1, 100))
  const second = await menuOf('2')
  expect([second.storeId, second.stores.map(({ storeId }) => storeId)]).toEqual([place(1), stores.slice(100)])
})

test('a chain has five hundred stores at most, in either shape, and the refusal says what to do with more', async () => {
  const { group } = await dayOf(owner)
  const storeIds = Array.from({ length: groupStoresLimit + 1 }, () => uuidv7())
  const limit = 'Um grupo pode ter até 500 lojas: as demais vão em outro grupo.'
  const put = (ids: string[]) =>
    app.call(owner, updateGroup, {
      params: { id: group.id },
      body: { storeIds: ids, version: group.version },
    })
  const more = await put(storeIds)
  expect([more.status, JSON.stringify(more.body.details)]).toEqual([400, expect.stringContaining(limit)])
  const created = await app.call(owner, createGroup, {
    body: { name: 'Outra', slug: 'outra-rede', stores: storeIds.map((id) => ({ id })) },
  })
  expect(created.status).toBe(400)
  // Five hundred are read to the end: these are nobody's.
  expect((await put(storeIds.slice(1))).body.error).toBe('store/not-found')
})
