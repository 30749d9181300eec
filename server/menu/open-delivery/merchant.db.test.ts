import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveDeliveryConfig, type DeliveryZone } from '../../../contract/delivery/zones.ts'
import { addOptionGroup } from '../../../contract/menu/edit-menu.ts'
import * as editItem from '../../../contract/menu/edit-item.ts'
import * as contract from '../../../contract/menu/menu.ts'
import { saveMyModules } from '../../../contract/stores/modules.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { putMenu, type TestMenu } from '../testing/menus.ts'
import { describeStore, document, evening, officialSchema } from './testing/official.ts'
import type { merchantOf } from './merchant.rules.ts'

let app: TestApp
let store: string
let manager: Person
let menu: TestMenu

const valid = officialSchema('Merchant')

beforeAll(async () => {
  app = await testApp({ PUBLIC_URL: 'https://painel.example' })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(evening)
  ;({ store, manager } = await standardShop(app, { name: 'Forno' }))
  menu = await putMenu(app, store)
  await change({ document, phone: '+551133334444' })
})

const change = (columns: Parameters<typeof describeStore>[2], point = true) =>
  describeStore(app, store, columns, point)
const slug = async () =>
  (
    await withStoreScope(app.db, [store], (tx) =>
      tx.selectFrom('stores').select('menu_slug').where('id', '=', store).executeTakeFirstOrThrow(),
    )
  ).menu_slug
const get = async (headers: Record<string, string> = {}, name?: string) =>
  app.fastify.inject({ url: `/open-delivery/v1/merchant/${name ?? (await slug())}`, headers })
const merchant = async () => (await get()).json<ReturnType<typeof merchantOf>>()
const update = (body: { version: number } & Record<string, unknown>, itemId = menu.pizza) =>
  app.call(manager, editItem.updateMenuItem, { params: { itemId }, body }, { storeId: store })

test('anyone reads the store as a merchant of the official schema', async () => {
  await change({
    opening_hours: JSON.stringify([
      { weekday: 'FRIDAY', start: '18:00', end: '23:00' },
      { weekday: 'SATURDAY', start: '22:00', end: '02:00', services: ['DELIVERY'] },
      { weekday: 'SUNDAY', start: '00:00', end: '00:00' },
    ]),
  })
  await update({
    version: 1,
    allergen: ['GLUTEN', 'MILK'],
    availability: [{ dayOfWeek: ['MONDAY'], timePeriods: { startTime: '11:00', endTime: '15:00' } }],
    serving: 2,
    ean: '7891000100103',
  })
  const reply = await get()
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  const served = await merchant()
  expect(valid(served), JSON.stringify(valid.errors)).toBe(true)
  expect(served).toMatchObject({
    id: `22815773000169-${store}`,
    status: 'AVAILABLE',
    categories: [{ name: 'Pizzas', index: 0 }],
    optionGroups: [
      {
        name: 'Borda',
        minPermitted: 1,
        priceMethod: 'SUM',
        options: [{ price: { value: 9 } }, { price: { value: 8 } }],
      },
    ],
  })
  expect(served.items.find((item) => item.id === menu.pizza)).toMatchObject({
    description: 'Contém glúten e leite.',
    serving: 2,
  })
  expect(served.itemOffers[0]?.price).toEqual({ value: 54.9, originalValue: 54.9, currency: 'BRL' })
  const hours = (type: string) =>
    served.services.find((one) => one.serviceType === type)?.serviceHours.weekHours
  expect(hours('DELIVERY')).toEqual([
    { dayOfWeek: ['FRIDAY'], timePeriods: { startTime: '21:00:00.000Z', endTime: '02:00:00.000Z' } },
    { dayOfWeek: ['SUNDAY'], timePeriods: { startTime: '01:00:00.000Z', endTime: '05:00:00.000Z' } },
    { dayOfWeek: ['SUNDAY'], timePeriods: { startTime: '03:00:00.000Z', endTime: '02:59:59.999Z' } },
  ])
  expect(hours('INDOOR')).toHaveLength(2)
  expect(served.availabilities[0]?.hours).toEqual([
    { dayOfWeek: ['MONDAY'], timePeriods: { startTime: '14:00:00.000Z', endTime: '18:00:00.000Z' } },
  ])
})

const zone = (
  name: string,
  shape: DeliveryZone['shape'],
  changes: Partial<DeliveryZone> = {},
): DeliveryZone => ({
  id: randomUUID(),
  name,
  shape,
  deny: false,
  feeCents: 700,
  minutes: { min: 30, max: 45 },
  minimumCents: 3_000,
  freeAboveCents: null,
  courierPayoutCents: null,
  windows: [],
  ...changes,
})
const square = (lng: number): DeliveryZone['shape'] => ({
  kind: 'polygon',
  ring: [
    [lng, -23.6],
    [lng + 0.02, -23.6],
    [lng + 0.02, -23.58],
    [lng, -23.58],
  ],
})
const saveZones = async (zones: DeliveryZone[], version = 0) => {
  const saved = await app.call(manager, saveDeliveryConfig, { body: { zones, version } }, { storeId: store })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
}
const delivery = async () => (await merchant()).services.find((one) => one.serviceType === 'DELIVERY')

test('a group of an option is one of the item there, named after the option, which nobody must answer', async () => {
  const body = {
    name: 'Quanto',
    description: '',
    status: 'AVAILABLE' as const,
    minPermitted: 1,
    maxPermitted: 1,
    optionId: menu.crust.catupiry,
    options: [
      { name: 'Em dobro', description: '', status: 'AVAILABLE' as const, priceCents: 500, maxPermitted: 1 },
    ],
  }
  const { data: group } = await app.call(manager, addOptionGroup, { body }, { storeId: store })
  const served = await merchant()
  expect(valid(served), JSON.stringify(valid.errors)).toBe(true)
  expect(served.optionGroups.find(({ id }) => id === group.id)).toMatchObject({
    name: 'Catupiry: Quanto',
    minPermitted: 0,
  })
  expect(served.itemOffers.find(({ itemId }) => itemId === menu.pizza)?.optionGroupsId).toEqual([
    menu.crust.groupId,
    group.id,
  ])
})

test('the delivery service has the areas that the standard knows, with fee, minutes and exclusions', async () => {
  expect(await delivery()).not.toHaveProperty('serviceArea')
  const weekend = [{ weekdays: ['SUNDAY' as const], start: '00:00', end: '00:00' }]
  await saveZones([
    zone('Perto', { kind: 'radius', fromMetres: 0, toMetres: 2_000 }, { minimumCents: 2_500 }),
    zone('Longe', { kind: 'radius', fromMetres: 2_000, toMetres: 5_000 }, { feeCents: 1_250 }),
    zone('Vila', square(-46.7)),
    zone('Praia', square(-46.6), { windows: weekend }),
    zone('Morro', square(-46.66), { deny: true }),
    zone('Centro', { kind: 'district', districts: [{ name: 'Centro', aliases: [] }] }),
  ])
  const served = await merchant()
  expect(valid(served), JSON.stringify(valid.errors)).toBe(true)
  expect(served.basicInfo.minOrderValue).toEqual({ value: 25, currency: 'BRL' })
  const area = (await delivery())?.serviceArea
  expect(area?.geoRadius).toEqual({
    geoMidpointLatitude: -23.55,
    geoMidpointLongitude: -46.63,
    radius: [
      { size: 2_000, price: { value: 7, currency: 'BRL' }, estimateDeliveryTime: 45 },
      { size: 5_000, price: { value: 12.5, currency: 'BRL' }, estimateDeliveryTime: 45 },
    ],
  })
  expect(area?.polygon).toHaveLength(1)
  expect(area?.polygon?.[0]?.geoCoordinates[0]).toEqual({ latitude: -23.6, longitude: -46.7 })
  expect(area?.exclusionAreaPolygon).toHaveLength(1)
  expect(served.services.filter((one) => 'serviceArea' in one).map((one) => one.serviceType)).toEqual([
    'DELIVERY',
  ])
})

test('new areas are a new state; areas by district, with hours or around a hole are left out', async () => {
  const etag = String((await get()).headers.etag)
  await saveZones([
    zone('Centro', { kind: 'district', districts: [{ name: 'Centro', aliases: [] }] }),
    zone('Anel', { kind: 'radius', fromMetres: 1_000, toMetres: 3_000 }),
  ])
  expect((await get({ 'if-none-match': etag })).statusCode).toBe(200)
  expect(await delivery()).not.toHaveProperty('serviceArea')
  expect((await merchant()).basicInfo.minOrderValue.value).toBe(30)
})

test('a service that is switched off is not offered', async () => {
  const modules = { takeout: false }
  const off = await app.call(manager, saveMyModules, { body: { modules, version: 0 } }, { storeId: store })
  expect(off.status).toBe(200)
  expect((await merchant()).services.map((one) => one.serviceType)).toEqual(['DELIVERY', 'INDOOR'])
})

test('every id that the merchant names is in it, and none is there twice', async () => {
  const served = await merchant()
  const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)
  const all = [...ids(served.items), ...ids(served.itemOffers), ...ids(served.categories)]
  expect(new Set(all).size).toBe(all.length)
  expect(served.menus[0]?.categoryId).toEqual(ids(served.categories))
  expect(served.categories.flatMap((one) => one.itemOfferId)).toEqual(ids(served.itemOffers))
  expect(ids(served.items)).toEqual(expect.arrayContaining(served.itemOffers.map((offer) => offer.itemId)))
  expect(ids(served.optionGroups)).toEqual(served.itemOffers.flatMap((offer) => offer.optionGroupsId ?? []))
})

test('a reader with the current state gets 304, and the next change a new state', async () => {
  const etag = String((await get()).headers.etag)
  const same = await get({ 'if-none-match': etag })
  expect([same.statusCode, same.body]).toEqual([304, ''])
  await update({ version: 1, priceCents: 6_000 })
  const changed = await get({ 'if-none-match': etag })
  expect([changed.statusCode, changed.headers.etag === etag]).toEqual([200, false])
  expect((await merchant()).itemOffers[0]?.price.value).toBe(60)
  await app.call(
    manager,
    contract.pauseMenuItem,
    { params: { itemId: menu.pizza }, body: {} },
    { storeId: store },
  )
  expect((await merchant()).itemOffers[0]?.status).toBe('UNAVAILABLE')
})

test('a store without CNPJ or without a point on the map is not served, and says what is missing', async () => {
  await change({ document: null }, false)
  const refused = await get()
  expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
    404,
    'Esta loja ainda não se publica no Open Delivery: falta o CNPJ e o ponto no mapa.',
  ])
  expect((await get({}, 'nenhuma-loja')).statusCode).toBe(404)
})

test('a store with a CNPJ with letters reads that the standard takes none, and not that it is missing', async () => {
  const why = async (point: boolean) => {
    await change({ document: '12ABC34501DE35' }, point)
    return (await get()).json<{ message: string }>().message
  }
  const letters =
    'Esta loja ainda não se publica no Open Delivery: o CNPJ dela tem letras, e o padrão só aceita 14 números'
  expect(await why(true)).toBe(`${letters}.`)
  expect(await why(false)).toBe(`${letters}; falta o ponto no mapa.`)
})
