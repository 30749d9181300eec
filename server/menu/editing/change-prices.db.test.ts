import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  changedPrice,
  changePrices,
  priceRoundings,
  type PriceChange,
} from '../../../contract/menu/change-prices.ts'
import { updateMenuItem } from '../../../contract/menu/edit-item.ts'
import { readMyMenu } from '../../../contract/menu/menu.ts'
import { readMenuVersions, rollBackMenu } from '../../../contract/menu/versions.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { putMenu, type TestMenu } from '../testing/menus.ts'

let app: TestApp
let shop: Awaited<ReturnType<typeof standardShop>>
let menu: TestMenu
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  shop = await standardShop(app)
  menu = await putMenu(app, shop.store, { merchantId: 'm', partnerItemId: 'p' })
})

const here = () => ({ storeId: shop.store })
const ten: PriceChange = { by: { kind: 'percent', percent: 10 }, rounding: 'none' }
async function items() {
  return (await app.call(shop.manager, readMyMenu, {}, here())).data.items
}
const prices = async () => (await items()).map(({ priceCents }) => priceCents)
async function change(
  wish: { change?: PriceChange; marketplaces?: boolean; person?: Person; ids?: readonly string[] } = {},
) {
  const all = await items()
  const chosen = all.filter(({ id }) => wish.ids?.includes(id) ?? true)
  return app.call(
    wish.person ?? shop.manager,
    changePrices,
    {
      body: {
        change: wish.change ?? ten,
        items: chosen.map(({ id, version }) => ({ id, version })),
        marketplaces: wish.marketplaces ?? false,
      },
    },
    here(),
  )
}

test('many prices change at once, and one tap takes all of it back', async () => {
  const answer = await change()
  expect([answer.status, answer.data.changed]).toEqual([200, 2])
  expect(await prices()).toEqual([6_039, 825])
  const versions = async () =>
    (await app.call(shop.manager, readMenuVersions, {}, here())).data.versions.map(({ cause, subject }) => [
      cause,
      subject,
    ])
  expect(await versions()).toEqual([
    ['prices', '10%'],
    ['start', ''],
  ])
  const { before, menu: now } = answer.data
  const back = await app.call(
    shop.manager,
    rollBackMenu,
    { params: { number: String(before) }, body: { menu: now } },
    here(),
  )
  expect(back.status).toBe(200)
  expect(await prices()).toEqual([5_490, 750])
  const rows = await withStoreScope(app.db, [shop.store], (tx) =>
    tx
      .selectFrom('audit_entries')
      .select(['actor_uid', 'details'])
      .where('store_id', '=', shop.store)
      .where('action', '=', 'menu/prices-changed')
      .execute(),
  )
  expect(rows).toMatchObject([{ actor_uid: shop.manager.uid, details: { percent: 10, items: 2 } }])
})

test('only the chosen items change; the prices of marketplaces follow where it is wished', async () => {
  const channel = async () => (await items()).flatMap(({ channels }) => channels.map((one) => one.priceCents))
  const [before = 0] = await channel()
  await change({ ids: [menu.pizza] })
  expect([await prices(), await channel()]).toEqual([[6_039, 750], [before]])
  await change({
    ids: [menu.pizza],
    marketplaces: true,
    change: { by: { kind: 'cents', cents: 100 }, rounding: 'none' },
  })
  expect([await prices(), await channel()]).toEqual([[6_139, 750], [before + 100]])
})

test('nothing changes when one of the items is not as the person saw it', async () => {
  const [pizza, soda] = await items()
  const seen = [pizza, soda].map((one) => ({ id: one?.id ?? '', version: one?.version ?? 0 }))
  await app.call(
    shop.manager,
    updateMenuItem,
    { params: { itemId: menu.soda }, body: { priceCents: 800, version: soda?.version ?? 0 } },
    here(),
  )
  const send = (list: typeof seen) =>
    app.call(shop.manager, changePrices, { body: { change: ten, items: list, marketplaces: false } }, here())
  expect((await send(seen)).body.error).toBe('menu/changed-meanwhile')
  const foreign = await putMenu(app, shop.other)
  expect((await send([{ id: foreign.pizza, version: 1 }])).body.error).toBe('menu/changed-meanwhile')
  expect(await prices()).toEqual([5_490, 800])
})

test('it is for managers of the store, and one of two at once', async () => {
  expect((await change({ person: shop.basic })).body.error).toBe('permission/denied')
  expect((await change({ person: shop.stranger })).body.error).toBe('store/not-found')
  const seen = (await items()).map(({ id, version }) => ({ id, version }))
  const body = { change: ten, items: seen, marketplaces: false }
  const both = await Promise.all(
    [shop.manager, shop.owner].map((one) => app.call(one, changePrices, { body }, here())),
  )
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await prices()).toEqual([6_039, 825])
})

test('what changes nothing, or gets too high, is refused in words', async () => {
  const none = await change({ change: { by: { kind: 'percent', percent: 0 }, rounding: 'ninety' } })
  expect([none.status, none.body.message]).toEqual([422, 'Com esta mudança nenhum preço fica diferente.'])
  const high = await change({ change: { by: { kind: 'cents', cents: 9_999_000 }, rounding: 'none' } })
  expect(high.body.message).toBe('O preço de Pizza de calabresa ficaria alto demais.')
  const wrong = await change({ change: { by: { kind: 'percent', percent: Number.NaN }, rounding: 'none' } })
  expect(wrong.status).toBe(400)
  expect(await prices()).toEqual([5_490, 750])
})

test('a price never gets below zero, and a rounded one ends as it was asked for', () => {
  const by = fc.oneof(
    fc.record({ kind: fc.constant('percent' as const), percent: fc.integer({ min: -90, max: 300 }) }),
    fc.record({ kind: fc.constant('cents' as const), cents: fc.integer({ min: -100_000, max: 100_000 }) }),
  )
  fc.assert(
    fc.property(fc.nat(1_000_000), by, fc.constantFrom(...priceRoundings), (cents, how, rounding) => {
      const next = changedPrice(cents, { by: how, rounding })
      expect(Number.isInteger(next) && next >= 0).toBe(true)
      if (next === cents || next < 45) return
      if (rounding === 'ten') expect(next % 10).toBe(0)
      if (rounding === 'ninety' && next !== cents) expect(next % 100 === 90 || next < 100).toBe(true)
    }),
  )
  expect(changedPrice(2_990, { by: { kind: 'percent', percent: 10 }, rounding: 'ninety' })).toBe(3_290)
})
