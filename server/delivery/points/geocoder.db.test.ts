import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { quoteDelivery } from '../../../contract/delivery/quote.ts'
import * as zones from '../../../contract/delivery/zones.ts'
import { placeOrder } from '../../../contract/orders/orders.ts'
import { startGeocoder, type GeocoderSimulator } from '../../../simulator/geocoder/start-geocoder.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { ownOrder } from '../../testing/orders.ts'
import { standardShop } from '../../testing/standard-shop.ts'

let app: TestApp
let geocoder: GeocoderSimulator
let store: string
let basic: Person
const shop = { lat: -23.55, lng: -46.65 }
const north = (metres: number) => ({ lat: shop.lat + metres / 111_195, lng: shop.lng })

beforeAll(async () => {
  geocoder = await startGeocoder()
  app = await testApp({ GEOCODER_URL: `${geocoder.url}?key=chave`, PUBLIC_URL: 'https://painel.example' })
})
afterAll(async () => {
  await app.close()
  await geocoder.stop()
})
beforeEach(async () => {
  const made = await standardShop(app)
  ;({ store, basic } = made)
  await withStoreScope(app.db, [store], (tx) =>
    tx
      .updateTable('stores')
      .set({ address: JSON.stringify({ city: 'São Paulo', state: 'SP', ...shop }) })
      .where('id', '=', store)
      .execute(),
  )
  const body = { zones: [band('Perto', 0, 2_000), band('Longe', 2_000, 6_000)], version: 0 }
  await app.call(made.manager, zones.saveDeliveryConfig, { body }, { storeId: store })
  geocoder.world.objects = [
    { ...home, houseNumber: '120', ...north(900) },
    { ...home, ...north(900), reachDegrees: 0.002 },
    { ...home, road: 'Rua Longa', ...north(1_900), reachDegrees: 0.004 },
  ]
})
afterEach(() => {
  geocoder.world.fault = null
  geocoder.world.calls.length = 0
})

const home = { road: 'Rua das Flores', suburb: 'Pinheiros', city: 'São Paulo', state: 'SP' }
const band = (name: string, fromMetres: number, toMetres: number): zones.DeliveryZone => ({
  ...{ id: randomUUID(), name, shape: { kind: 'radius', fromMetres, toMetres }, deny: false, feeCents: 500 },
  ...{
    minutes: { min: 40, max: 55 },
    minimumCents: 0,
    freeAboveCents: null,
    courierPayoutCents: null,
    windows: [],
  },
})
const address = (number: string, street = home.road) => ({
  street,
  number,
  city: home.city,
  state: home.state,
})
const quote = async (body: object) =>
  (
    await app.call(
      basic,
      quoteDelivery,
      { body: { itemsCents: 6_800, district: 'Pinheiros', ...body } },
      { storeId: store },
    )
  ).data
const calls = () => geocoder.world.calls

test('a typed address gets its point, is said with its exactness and the credits, and goes into the order', async () => {
  const found = await quote({ address: address('120') })
  expect(found).toMatchObject({
    ...{
      served: true,
      zoneName: 'Perto',
      decidedBy: 'point',
      attribution: '© colaboradores do OpenStreetMap',
    },
    point: { source: 'geocoder', metres: 0 },
  })
  expect(found.steps[1]?.words).toBe('rua e número achados no mapa')
  const given = ownOrder()
  if (!given.delivery) throw new Error('The order is no delivery.')
  const placed = await app.call(
    basic,
    placeOrder,
    {
      body: {
        ...given,
        quote: { id: found.quoteId, note: 'Taxa combinada' },
        delivery: { address: { ...given.delivery.address, ...address('120'), district: 'Pinheiros' } },
      },
    },
    { storeId: store, key: randomUUID() },
  )
  expect(placed.data.delivery?.address?.lat).toBeCloseTo(north(900).lat, 6)
  expect(calls()).toMatchObject([
    { status: 200, street: '120 Rua das Flores', userAgent: 'Balcao (https://painel.example)' },
  ])
})

test('it is asked once for each address: the answer is kept, also that there is none', async () => {
  for (let time = 0; time < 3; time += 1)
    expect((await quote({ address: address('120') })).zoneName).toBe('Perto')
  expect(calls()).toHaveLength(1)
  for (let time = 0; time < 3; time += 1)
    expect((await quote({ address: address('5', 'Rua que não há') })).refusal).toBe('unknown')
  expect(calls()).toHaveLength(2)
})

test('a street without its number decides where all of it is in one zone', async () => {
  const near = await quote({ address: address('999') })
  expect([near.zoneName, near.point?.source]).toEqual(['Perto', 'geocoder'])
  expect(near.steps[1]?.words).toMatch(/^rua achada no mapa, até \d+\u00a0m de diferença$/)
  const across = await quote({ address: address('999', 'Rua Longa') })
  expect([across.refusal, across.choices.map(({ name }) => name)]).toEqual(['unknown', ['Perto', 'Longe']])
})

test('nobody is asked where no point is needed', async () => {
  await quote({ address: address('120'), point: north(10) })
  await quote({ district: 'Pinheiros' })
  expect(calls()).toHaveLength(0)
})

test('addresses of several people at once wait for their turn, and the limit of one call a second holds', async () => {
  const numbers = ['201', '202', '203']
  await Promise.all(numbers.map((number) => quote({ address: address(number) })))
  // One that had no turn in time is asked for again.
  for (const number of numbers) await quote({ address: address(number) })
  expect(calls().map(({ status }) => status)).toEqual([200, 200, 200])
  // The same address from two phones is one call.
  calls().length = 0
  await Promise.all([1, 2].map(() => quote({ address: address('204') })))
  await quote({ address: address('204') })
  expect(calls()).toHaveLength(1)
})

test.each([
  ['is out of order', { status: 500, body: 'error' }],
  ['answers with a page', { status: 200, body: '<html>' }],
  ['answers with an error', { status: 200, body: '{"error":"Unable to geocode"}' }],
])('a geocoder that %s leaves the choice to staff, and is asked again the next time', async (_, fault) => {
  geocoder.world.fault = fault
  const open = await quote({ address: address('120') })
  expect([open.refusal, open.choices.length]).toEqual(['unknown', 2])
  geocoder.world.fault = null
  expect((await quote({ address: address('120') })).zoneName).toBe('Perto')
})

test.each([
  [403, {}, 3_500, 3_700],
  [429, { retryAfter: '120' }, 110, 130],
])('after %i it is left alone for a while', async (status, more, quietSeconds, freeSeconds) => {
  const start = new Date('2026-11-20T22:00:00Z').getTime() + status * 86_400_000
  const at = async (seconds: number) => {
    app.setClock(new Date(start + seconds * 1_000))
    basic = await app.addPerson('basic', { [store]: 'basic' })
    return quote({ address: address('120') })
  }
  geocoder.world.fault = { status, body: 'blocked', ...more }
  expect((await at(0)).refusal).toBe('unknown')
  geocoder.world.fault = null
  expect((await at(quietSeconds)).refusal).toBe('unknown')
  expect(calls()).toHaveLength(1)
  expect((await at(freeSeconds)).zoneName).toBe('Perto')
})
