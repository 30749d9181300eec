import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createGroup } from '../../contract/groups/groups.ts'
import { readGroupNow } from '../../contract/groups/group-now.ts'
import { saveChannelFees } from '../../contract/integrations/fees.ts'
import { readPriceParity } from '../../contract/integrations/price-parity.ts'
import { withStoreScope } from '../db/scope.ts'
import { putMenu, type TestMenu } from '../menu/testing/menus.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { standardShop } from '../testing/standard-shop.ts'

const now = new Date('2026-11-20T23:15:00Z')
const seenSince = new Date('2026-11-20T21:00:00Z')
const type = 'ifood'
let app: TestApp
let made = 0
let merchantId: string
let store: string
let owner: Person
let manager: Person
let basic: Person
let stranger: Person
let menu: TestMenu

beforeAll(async () => {
  app = await testApp({
    IFOOD_BASE_URL: 'http://127.0.0.1:9',
    IFOOD_CLIENT_ID: 'test',
    IFOOD_CLIENT_SECRET: 'secret',
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(now)
  merchantId = `m-${String(made++)}`
  ;({ store, owner, manager, basic, stranger } = await standardShop(app, { merchantId }))
  // R$ 54,90 in the own menu, R$ 59,90 there.
  menu = await putMenu(app, store, { merchantId, partnerItemId: 'p-1' })
})

const read = (person = manager) => app.call(person, readPriceParity, {}, { storeId: store })
/** What the marketplace shows of the pizza. */
const see = (kind: 'price' | 'on-sale', value: number | boolean) =>
  withStoreScope(app.db, [store], (tx) =>
    tx
      .insertInto('channel_wishes')
      .values({
        store_id: store,
        platform: 'ifood',
        merchant_id: merchantId,
        kind,
        subject: menu.pizza,
        version: 1,
        origin: 'here',
        wished: JSON.stringify(value),
        wished_at: now,
        seen: JSON.stringify({ value, hidden: false }),
        seen_at: now,
        seen_since: seenSince,
        look_at: now,
      })
      .execute(),
  )
const agreeOnSamePrices = async () => {
  const fees = { commissionBps: 1_200, paymentFeeBps: 320, monthlyFeeCents: 0, samePrices: true }
  const body = { type, fromDay: '2026-11-20', fees, version: 0 }
  expect((await app.call(owner, saveChannelFees, { body }, { storeId: store })).status).toBe(200)
}

test('a higher price at a marketplace is the store’s own choice', async () => {
  expect((await read()).data).toEqual({ prices: [], count: 0, compared: 1 })
})

test('an item that is seen cheaper there than in the own menu is a warning, since it was seen', async () => {
  await see('price', 4_990)
  expect((await read()).data.prices).toEqual([
    {
      platform: type,
      itemId: menu.pizza,
      name: 'Pizza de calabresa',
      thereCents: 4_990,
      why: 'below-own',
      otherCents: 5_490,
      other: 'balcao',
      since: seenSince.toISOString(),
    },
  ])
})

test('nobody buys what is off sale there, so its price is no warning', async () => {
  await see('price', 4_990)
  await see('on-sale', false)
  expect((await read()).data.count).toBe(0)
})

test('where the contract asks for equal prices a higher one is a warning, from its first day on', async () => {
  await agreeOnSamePrices()
  expect((await read()).data.prices).toMatchObject([
    { why: 'above-others', thereCents: 5_990, otherCents: 5_490, other: 'balcao', since: null },
  ])
  app.setClock(new Date('2026-11-19T23:15:00Z'))
  expect((await read()).data.count).toBe(0)
})

test('equal prices are asked of all channels: the lowest of them is named', async () => {
  await agreeOnSamePrices()
  const other = { platform: 'open-delivery', merchantId: `${merchantId}-b` } as const
  await withStoreScope(app.db, [store], async (tx) => {
    await tx
      .insertInto('integrations')
      .values({ store_id: store, type: other.platform, merchant_id: other.merchantId, way: 'credentials' })
      .execute()
    await tx
      .insertInto('menu_item_channels')
      .values({
        store_id: store,
        item_id: menu.pizza,
        platform: other.platform,
        merchant_id: other.merchantId,
        partner_item_id: 'p-2',
        price_cents: 5_290,
        sent_price_cents: 5_290,
      })
      .execute()
  })
  expect((await read()).data.prices).toMatchObject([
    { platform: type, why: 'above-others', otherCents: 5_290, other: other.platform },
    { platform: other.platform, why: 'below-own', thereCents: 5_290, other: 'balcao' },
  ])
})

test('the group’s list says it once for each marketplace of a store, to those who manage it', async () => {
  await agreeOnSamePrices()
  const slug = `precos-${String(made)}`
  await app.call(owner, createGroup, { body: { name: 'Preços', slug, storeIds: [store] } })
  const { data } = await app.call(owner, readGroupNow, { params: { slug }, query: {} })
  expect(data.needs.map(({ need }) => need).filter(({ kind }) => kind === 'prices')).toMatchObject([
    { kind: 'prices', storeId: store, platform: type, count: 1, item: { name: 'Pizza de calabresa' } },
  ])
})

test('it is for managers of the store', async () => {
  expect((await read(basic)).body.error).toBe('permission/denied')
  expect((await read(stranger)).body.error).toBe('store/not-found')
})
