import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveDeliveryConfig, type DeliveryZone } from '../../../contract/delivery/zones.ts'
import { readBoard } from '../../../contract/orders/orders.ts'
import { weekdays } from '../../../contract/stores/stores.ts'
import { startGeocoder, type GeocoderSimulator } from '../../../simulator/geocoder/start-geocoder.ts'
import { withStoreScope } from '../../db/scope.ts'
import { forgetPointsOf } from '../../delivery/delivery.ts'
import { putMenu } from '../../menu/testing/menus.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { until } from '../../testing/until.ts'
import type { IncomingContent } from '../messaging/line-events.ts'
import { ensureConversation } from './conversation-rows.ts'
import { recordCustomerMessages } from './record-messages.ts'
import { takeTurn } from './take-turn.ts'

/** A store with rings around it, where a typed address alone decides no fee, and a chat that may ask the geocoder. */
let app: TestApp
let geocoder: GeocoderSimulator
let store: string
let manager: Person
let contactId: string
let conversationId: string
let days = 0

const shop = { lat: -23.55, lng: -46.65 }
const north = (metres: number) => ({ lat: shop.lat + metres / 111_195, lng: shop.lng })
const home = { road: 'Rua das Flores', suburb: 'Pinheiros', city: 'São Paulo', state: 'SP' }
const always = weekdays.map((weekday) => ({ weekday, start: '00:00', end: '00:00' }))
const askForPin = /Só pelo endereço não sabemos a taxa/

beforeAll(async () => {
  geocoder = await startGeocoder()
  app = await testApp({ GEOCODER_URL: geocoder.url, PUBLIC_URL: 'https://painel.example' })
})
afterAll(async () => {
  await app.close()
  await geocoder.stop()
})
beforeEach(async () => {
  // A geocoder that failed is left alone for an hour at most.
  days += 1
  app.setClock(new Date(Date.UTC(2026, 10, days, 22)))
  ;({ store, manager } = await standardShop(app, { openingHours: always }))
  await putMenu(app, store)
  geocoder.world.fault = null
  geocoder.world.tooFast = 0
  geocoder.world.calls.length = 0
  geocoder.world.objects = [
    { ...home, houseNumber: '120', ...north(900) },
    { ...home, houseNumber: '7000', ...north(40_000) },
  ]
  contactId = uuidv7()
  await withStoreScope(app.db, [store], async (tx) => {
    const address = JSON.stringify({ city: 'São Paulo', state: 'SP', ...shop })
    await tx.updateTable('stores').set({ address }).where('id', '=', store).execute()
    await tx
      .insertInto('whatsapp_settings')
      .values({
        store_id: store,
        conversational: true,
        only_open: false,
        saved_at: app.deps.now(),
        saved_by: 'u',
      })
      .execute()
    await tx
      .insertInto('whatsapp_contacts')
      .values({
        ...{ store_id: store, id: contactId, phone: '5511987654321', name: 'Ana' },
        last_in_at: app.deps.now(),
      })
      .execute()
    conversationId = (await ensureConversation(tx, store, contactId, app.deps.now())).id
  })
  await zones([band('Perto', 0, 2_000, 500), band('Longe', 2_000, 6_000, 1_200)])
})

const band = (name: string, fromMetres: number, toMetres: number, feeCents: number): DeliveryZone => ({
  ...{ id: randomUUID(), name, shape: { kind: 'radius', fromMetres, toMetres }, deny: false, feeCents },
  ...{ minutes: { min: 40, max: 55 }, minimumCents: 0, freeAboveCents: null, courierPayoutCents: null },
  windows: [],
})
const zones = (list: DeliveryZone[]) =>
  app.call(manager, saveDeliveryConfig, { body: { zones: list, version: 0 } }, { storeId: store })
const turn = () => takeTurn(app.deps, store, conversationId)
const receive = (content: IncomingContent) =>
  withStoreScope(app.db, [store], (tx) =>
    recordCustomerMessages(tx, store, contactId, {
      messages: [{ providerId: randomUUID(), content }],
      now: app.deps.now(),
    }),
  )
/** The customer's message, and the pause after it. */
const write = async (body: string) => {
  await receive({ type: 'text', body })
  passPause()
}
const passPause = () => app.setClock(new Date(app.deps.now().getTime() + 2_000))
const replies = () =>
  withStoreScope(app.db, [store], (tx) =>
    tx
      .selectFrom('outgoing_messages')
      .select('content')
      .where('store_id', '=', store)
      .orderBy('id')
      .execute(),
  )
const bodies = async () => (await replies()).map(({ content }) => JSON.stringify(content))
const lastReply = async () => (await bodies()).at(-1) ?? ''
const say = async (text: string) => {
  await write(text)
  await turn()
  return lastReply()
}
const tap = async (id: string) => {
  await receive({ type: 'choice', id, title: id })
  await turn()
}
const orders = async () => (await app.call(manager, readBoard, { query: { selection: store } })).data.orders
const calls = () => geocoder.world.calls

test('an address that the geocoder knows has its fee said with the map’s credits, and the order gets its point', async () => {
  await say('1 guarana lata')
  const asked = await say('Rua das Flores, 120, Pinheiros')
  expect(asked).toContain('Entrega: Rua das Flores, 120')
  expect(asked).toContain('rua e número achados no mapa (© colaboradores do OpenStreetMap)')
  expect(asked).toContain('Total: R$ 12,50')
  await tap('pay:PIX')
  expect(await lastReply()).toContain('Taxa: R$ 5,00')
  await tap('confirm')
  const [order] = await orders()
  expect(order?.quote).toMatchObject({ zoneName: 'Perto', feeCents: 500 })
  expect(order?.delivery?.address?.lat).toBeCloseTo(north(900).lat, 6)
  expect(calls()).toMatchObject([{ status: 200, street: '120 Rua das Flores' }])
})

test('the order and its address in one message are one reply after one call', async () => {
  const reply = await say('1 guarana lata, Rua das Flores, 120, Pinheiros')
  expect(reply).toContain('Total: R$ 12,50')
  expect(await replies()).toHaveLength(1)
  expect(calls()).toHaveLength(1)
})

test('an address that the geocoder does not know is asked for once; its customer is asked for a pin, then a person answers', async () => {
  await say('1 guarana lata')
  expect(await say('Rua que não há, 5, Pinheiros')).toMatch(askForPin)
  await receive({ type: 'other', what: 'sticker' })
  passPause()
  await turn()
  expect(await lastReply()).toMatch(askForPin)
  expect(await say('Rua que não há, 5, Pinheiros')).toContain('A loja confirma a taxa')
  expect(calls()).toHaveLength(1)
})

test('a point outside every area refuses nobody: the customer’s pin decides', async () => {
  await say('1 guarana lata')
  expect(await say('Rua das Flores, 7000, Pinheiros')).toMatch(askForPin)
  await receive({ type: 'location', latitude: north(3_000).lat, longitude: shop.lng, address: null })
  passPause()
  await turn()
  expect(await lastReply()).toContain('Total: R$ 19,50')
})

test('an order and the pin that is sent right behind it are both taken', async () => {
  await receive({ type: 'text', body: '1 guarana lata' })
  await receive({ type: 'location', latitude: north(3_000).lat, longitude: shop.lng, address: null })
  passPause()
  await turn()
  expect(await bodies()).toMatchObject([
    expect.stringContaining('1 Guaraná lata'),
    expect.stringContaining('Mande o endereço'),
  ])
  expect(await say('Rua das Flores, 120')).toContain('Total: R$ 19,50')
  expect(calls()).toHaveLength(0)
})

test.each([
  ['is out of order', { status: 500, body: 'error' }],
  ['answers with a page', { status: 200, body: '<html>' }],
  ['refuses the call', { status: 403, body: 'blocked' }],
])('a geocoder that %s leaves the question for the pin', async (_, fault) => {
  geocoder.world.fault = fault
  await say('1 guarana lata')
  expect(await say('Rua das Flores, 120, Pinheiros')).toMatch(askForPin)
  expect(calls()).toHaveLength(1)
})

test('a geocoder that never answers keeps a reply for seconds, and then leaves all talks alone for a minute', async () => {
  geocoder.world.fault = 'silent'
  await say('1 guarana lata')
  expect(await say('Rua das Flores, 120, Pinheiros')).toMatch(askForPin)
  geocoder.world.fault = null
  await say('Rua das Flores, 7000, Pinheiros')
  expect(calls()).toHaveLength(1)
})

test('while the geocoder is asked, the talk is free: a message that arrives then is answered too', async () => {
  geocoder.world.fault = 'silent'
  await say('1 guarana lata')
  await write('Rua das Flores, 120, Pinheiros')
  let hasReplied = false
  const replying = turn().then(() => (hasReplied = true))
  await until(() => calls().length > 0)
  await write('é uma casa amarela')
  expect(hasReplied).toBe(false)
  await replying
  await turn()
  const rows = await withStoreScope(app.db, [store], (tx) =>
    tx.selectFrom('whatsapp_waiting').select('id').where('store_id', '=', store).execute(),
  )
  expect(rows).toEqual([])
  expect(await lastReply()).toMatch(askForPin)
})

test('of two turns at once one replies, after one call', async () => {
  await say('1 guarana lata')
  await write('Rua das Flores, 120, Pinheiros')
  const before = (await replies()).length
  await Promise.all([turn(), turn()])
  expect((await replies()).length - before).toBe(1)
  expect(await lastReply()).toContain('Total: R$ 12,50')
  expect(calls()).toHaveLength(1)
})

test('the point of an order that was not placed goes with its customer, and no other does', async () => {
  await say('1 guarana lata')
  await say('Rua das Flores, 120, Pinheiros')
  const points = () =>
    withStoreScope(app.db, [store], (tx) =>
      tx.selectFrom('address_points').select('lat').where('store_id', '=', store).execute(),
    )
  const erase = (phone: string) =>
    withStoreScope(app.db, [store], (tx) => forgetPointsOf(tx, store, { id: randomUUID(), phone }))
  await erase('+5511900000000')
  expect(await points()).toHaveLength(1)
  await erase('+5511987654321')
  expect(await points()).toEqual([])
})

test('a district that an area names asks no map', async () => {
  const districts = [{ name: 'Pinheiros', aliases: [] }]
  await app.call(
    manager,
    saveDeliveryConfig,
    {
      body: { zones: [{ ...band('Bairro', 0, 1, 700), shape: { kind: 'district', districts } }], version: 1 },
    },
    { storeId: store },
  )
  await say('1 guarana lata')
  expect(await say('Rua das Flores, 120, Pinheiros')).toContain('Total: R$ 14,50')
  expect(calls()).toHaveLength(0)
})

test('what the customer pays with is kept until it is asked for, in a later message too', async () => {
  await say('1 guarana lata, troco pra 50')
  const reply = await say('Rua das Flores, 120, Pinheiros')
  expect(reply).toContain('troco para R$ 50,00')
})
