import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { quoteDelivery, readRecentAddresses, type DeliveryQuote } from '../../../contract/delivery/quote.ts'
import * as zones from '../../../contract/delivery/zones.ts'
import { erasePerson } from '../../../contract/privacy/person.ts'
import { placeOrder } from '../../../contract/orders/orders.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { ownOrder } from '../../testing/orders.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { learnPlaces } from './learn-places.ts'

let app: TestApp
let store: string
let other: string
let basic: Person
let manager: Person
let stranger: Person
const evening = new Date('2026-11-20T22:00:00Z')
const shop = { lat: -23.55, lng: -46.65 }
const north = (metres: number) => ({ lat: shop.lat + metres / 111_195, lng: shop.lng })

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(evening)
  ;({ store, other, basic, manager, stranger } = await standardShop(app))
  await place(shop)
  await save([near, far])
})

const band = (name: string, fromMetres: number, toMetres: number, feeCents: number): zones.DeliveryZone => ({
  id: randomUUID(),
  name,
  shape: { kind: 'radius', fromMetres, toMetres },
  deny: false,
  feeCents,
  minutes: { min: 40, max: 55 },
  minimumCents: 0,
  freeAboveCents: null,
  courierPayoutCents: null,
  windows: [],
})
const near = band('Perto', 0, 2_000, 500)
const far = band('Longe', 2_000, 6_000, 1_200)

/** Where the store is. */
const place = (at: { lat: number; lng: number } | null) =>
  withStoreScope(app.db, [store], (tx) =>
    tx
      .updateTable('stores')
      .set({ address: JSON.stringify({ city: 'São Paulo', state: 'SP', ...at }) })
      .where('id', '=', store)
      .execute(),
  )
const save = (list: zones.DeliveryZone[], version = 0) =>
  app.call(manager, zones.saveDeliveryConfig, { body: { zones: list, version } }, { storeId: store })
const ask = (body: object, person = basic, storeId = store) =>
  app.call(person, quoteDelivery, { body: { itemsCents: 6_800, ...body } }, { storeId })
const quote = async (body: object, person = basic): Promise<DeliveryQuote> => (await ask(body, person)).data
const door = (street: string, number = '10') => ({ street, number, city: 'São Paulo', state: 'SP' })
const order = (address: object, quoteId?: string, fee?: number) => {
  const given = ownOrder()
  const whole = {
    ...{ street: 'Rua A', number: '1', complement: null, reference: null, district: 'Lapa' },
    ...{ city: 'São Paulo', state: 'SP', zipCode: null, lat: null, lng: null, ...address },
  }
  const change = (fee ?? 750) - 750
  return app.call(
    basic,
    placeOrder,
    {
      body: {
        ...given,
        ...(fee === undefined
          ? {}
          : { fees: [{ type: 'DELIVERY_FEE', cents: fee, receivedBy: 'MERCHANT' }] }),
        orderCents: given.orderCents + change,
        payments: [
          {
            method: 'PIX',
            brand: null,
            cents: given.orderCents + change,
            prepaid: false,
            changeForCents: null,
          },
        ],
        delivery: { address: whole },
        ...(quoteId ? { quote: { id: quoteId } } : {}),
      },
    },
    { storeId: store, key: randomUUID() },
  )
}

describe('the first order by phone of a store with rings around it', () => {
  const address = door('Rua das Flores', '120')

  test('gets its zones to choose from, and the chosen one is quoted and kept with who chose it', async () => {
    const open = await quote({ district: 'Pinheiros', address })
    expect(open).toMatchObject({ served: false, refusal: 'unknown', decidedBy: null })
    expect(open.choices.map(({ name, feeCents }) => [name, feeCents])).toEqual([
      ['Perto', 500],
      ['Longe', 1_200],
    ])
    const chosen = await quote({ district: 'Pinheiros', address, zoneId: far.id })
    expect(chosen).toMatchObject({ served: true, decidedBy: 'staff', zoneName: 'Longe', feeCents: 1_200 })
    const placed = await order(
      { street: 'Rua das Flores', number: '120', district: 'Pinheiros' },
      chosen.quoteId,
      1_200,
    )
    expect(placed.data.quote?.steps).toContain('área escolhida por basic')
    // Nobody knows the point, so the order has none.
    expect(placed.data.delivery?.address?.lat).toBeNull()
  })

  test('without the store’s own point as well', async () => {
    await place(null)
    const open = await quote({ district: 'Pinheiros', address })
    expect([open.refusal, open.choices.length]).toEqual(['unknown', 2])
  })

  test('cannot take a zone that has been removed, or one of another store', async () => {
    await save([near], 1)
    for (const zoneId of [far.id, randomUUID()])
      expect(await quote({ district: 'Pinheiros', address, zoneId })).toMatchObject({
        served: false,
        choices: [{ name: 'Perto' }],
      })
    expect((await ask({ district: 'X', zoneId: near.id }, stranger)).body.error).toBe('store/not-found')
    expect((await ask({ district: 'X', zoneId: near.id }, basic, other)).body.error).toBe('store/not-found')
    expect((await ask({ district: 'X', zoneId: 'perto' })).status).toBe(400)
  })

  test('chosen by two at once are two quotes, each with its own zone', async () => {
    const both = await Promise.all(
      [near, far].map(({ id }) => quote({ district: 'Pinheiros', address, zoneId: id })),
    )
    expect(both.map(({ zoneName }) => zoneName)).toEqual(['Perto', 'Longe'])
    expect(both[0]?.quoteId).not.toBe(both[1]?.quoteId)
  })
})

describe('a point that a person marks on the map', () => {
  const address = door('Rua das Flores', '120')
  const marked = { district: 'Pinheiros', address, point: north(900), pointSource: 'map' }

  test('decides, is said in the sum, and goes into the order', async () => {
    const quoted = await quote(marked)
    expect(quoted).toMatchObject({
      zoneName: 'Perto',
      decidedBy: 'point',
      point: { source: 'map', metres: 0 },
    })
    expect(quoted.steps[1]).toEqual({ kind: 'found', words: 'ponto marcado no mapa' })
    const placed = await order(
      { street: 'Rua das Flores', number: '120', district: 'Pinheiros' },
      quoted.quoteId,
      500,
    )
    expect(placed.data.delivery?.address).toMatchObject(north(900))
  })

  test('is known the next time, however the address is written, and of that door only', async () => {
    await quote(marked)
    const again = await quote({ district: 'PINHEIROS', address: door('rua das flôres', '120') })
    expect(again).toMatchObject({ zoneName: 'Perto', point: { source: 'map' } })
    for (const elsewhere of [
      { district: 'Pinheiros', address: door('Rua das Flores', '121') },
      { district: 'Lapa', address },
      { district: 'Pinheiros' },
    ])
      expect((await quote(elsewhere)).refusal).toBe('unknown')
  })

  test('is kept for a year', async () => {
    await quote(marked)
    app.setClock(new Date(evening.getTime() + 366 * 86_400_000))
    const later = await app.addPerson('basic', { [store]: 'basic' })
    expect((await quote({ district: 'Pinheiros', address }, later)).refusal).toBe('unknown')
  })

  test('by two at once is one of the two; a later one replaces it', async () => {
    await Promise.all([north(900), north(2_500)].map((point) => quote({ ...marked, point })))
    const kept = await quote({ district: 'Pinheiros', address })
    expect(['Perto', 'Longe']).toContain(kept.zoneName)
    await quote({ ...marked, point: north(3_000) })
    expect((await quote({ district: 'Pinheiros', address })).zoneName).toBe('Longe')
  })

  test('is the store’s own: another store with the same address has no point for it', async () => {
    await quote(marked)
    await app.call(
      stranger,
      zones.saveDeliveryConfig,
      { body: { zones: [near], version: 0 } },
      { storeId: other },
    )
    const theirs = await ask({ district: 'Pinheiros', address }, stranger, other)
    expect([theirs.data.refusal, theirs.data.point]).toEqual(['unknown', null])
    expect((await ask(marked, stranger)).body.error).toBe('store/not-found')
  })

  test('goes with its customer when they are erased, and no other does', async () => {
    await quote(marked)
    const neighbour = { ...marked, address: door('Rua das Flores', '122') }
    await quote(neighbour)
    await order({ street: 'Rua das Flores', number: '120', district: 'Pinheiros' })
    await withStoreScope(app.db, [store], (tx) =>
      tx
        .updateTable('orders')
        .set({ open: false, status: 'concluded' })
        .where('store_id', '=', store)
        .execute(),
    )
    const owner = await app.addPerson('owner', { [store]: 'owner' })
    const body = { phone: ownOrder().customer.phone ?? '', reason: 'Pediu por e-mail' }
    expect((await app.call(owner, erasePerson, { body }, { storeId: store })).status).toBe(200)
    expect((await quote({ district: 'Pinheiros', address })).refusal).toBe('unknown')
    expect((await quote({ district: 'Pinheiros', address: neighbour.address })).zoneName).toBe('Perto')
  })

  test('outside Brazil is refused, and one that is not said to be marked is not kept', async () => {
    expect((await ask({ ...marked, point: { lat: 48.8, lng: 2.3 } })).status).toBe(400)
    await quote({ ...marked, pointSource: undefined })
    await quote({ ...marked, pointSource: 'order' })
    expect((await quote({ district: 'Pinheiros', address })).refusal).toBe('unknown')
  })
})

describe('what the store’s deliveries teach', () => {
  /** Seven doors in Pinheiros around a place north of the store. */
  const deliver = async (metres: number, district = 'Pinheiros', zipCode: string | null = null) => {
    for (let at = 0; at < 7; at += 1) {
      const { lat, lng } = north(metres + at * 30)
      await order({ street: `Rua ${at} de ${district}`, district, zipCode, lat, lng: lng + at / 10_000 })
    }
  }
  const learn = () => learnPlaces(app.deps, store)

  test('finds the zone of a district, and says from what and how exactly', async () => {
    await deliver(800)
    expect((await quote({ district: 'Pinheiros' })).refusal).toBe('unknown')
    await learn()
    const quoted = await quote({ district: 'pinheiros', address: door('Rua Nova') })
    expect(quoted).toMatchObject({
      zoneName: 'Perto',
      decidedBy: 'point',
      point: { source: 'district', metres: 250 },
    })
    expect(quoted.steps[1]?.words).toBe('pelas entregas a este bairro, até 250\u00a0m de diferença')
    // A circle is no door.
    const placed = await order(
      { street: 'Rua Nova', number: '10', district: 'pinheiros' },
      quoted.quoteId,
      500,
    )
    expect(placed.data.delivery?.address?.lat).toBeNull()
  })

  test('decides nothing where a district is in two zones, and leaves those two', async () => {
    await save([near, far, band('Interior', 6_000, 20_000, 2_500)], 1)
    await deliver(1_900)
    await learn()
    const quoted = await quote({ district: 'Pinheiros' })
    expect([quoted.refusal, quoted.choices.map(({ name }) => name)]).toEqual(['unknown', ['Perto', 'Longe']])
  })

  test('finds a CEP, its range and its district', async () => {
    await deliver(800, 'Pinheiros', '05422-010')
    await learn()
    expect(await quote({ zipCode: '05422010' })).toMatchObject({
      zoneName: 'Perto',
      point: { source: 'zip-code' },
    })
    expect(await quote({ zipCode: '05422999' })).toMatchObject({
      zoneName: 'Perto',
      point: { source: 'zip-code' },
    })
    expect((await quote({ zipCode: '05430000' })).refusal).toBe('unknown')
    const districts = [{ name: 'Pinheiros', aliases: [] }]
    await save([{ ...near, shape: { kind: 'district', districts } }], 1)
    const byZipCode = await quote({ zipCode: '05422010' })
    expect([byZipCode.zoneName, byZipCode.decidedBy, byZipCode.steps[1]?.words]).toEqual([
      'Perto',
      'district',
      'pelo bairro das entregas a este CEP: Pinheiros',
    ])
  })

  test('is too little from four doors, from test orders and from cancelled ones', async () => {
    for (let at = 0; at < 4; at += 1) {
      const { lat, lng } = north(800 + at * 30)
      await order({ street: `Rua ${at}`, district: 'Pinheiros', lat, lng })
    }
    for (let at = 0; at < 6; at += 1) {
      const { lat, lng } = north(2_800 + at * 30)
      await order({ street: `Rua T${at}`, district: 'Lapa', lat, lng })
    }
    await withStoreScope(app.db, [store], (tx) =>
      tx
        .updateTable('orders')
        .set({ is_test: true })
        .where('store_id', '=', store)
        .where('detail', '@>', JSON.stringify({ delivery: { address: { district: 'Lapa' } } }))
        .execute(),
    )
    await learn()
    for (const district of ['Pinheiros', 'Lapa']) expect((await quote({ district })).refusal).toBe('unknown')
  })

  test('is learnt by two processes at once, and again, without doubles', async () => {
    await deliver(800)
    await Promise.all([learn(), learn()])
    await learn()
    expect((await quote({ district: 'Pinheiros' })).zoneName).toBe('Perto')
  })

  test('serves the addresses of the last customers too', async () => {
    await deliver(800)
    app.setClock(new Date(evening.getTime() + 60_000))
    await order({ street: 'Rua sem ponto', district: 'Pinheiros' })
    const recent = async () =>
      (await app.call(manager, readRecentAddresses, {}, { storeId: store })).data.addresses.find(
        ({ street }) => street === 'Rua sem ponto, 1',
      )
    expect((await recent())?.served).toBe(false)
    await learn()
    expect(await recent()).toMatchObject({ served: true, point: null })
  })
})

test('a street that is typed without its district is not told that nobody delivers there', async () => {
  const districts = {
    ...near,
    shape: { kind: 'district' as const, districts: [{ name: 'Lapa', aliases: [] }] },
  }
  await save([districts], 1)
  const open = await quote({ text: 'Rua das Flores, 120' })
  expect([open.refusal, open.choices.map(({ name }) => name)]).toEqual(['unknown', ['Perto']])
  expect((await quote({ text: 'Tatuapé' })).refusal).toBe('outside')
})
