import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMenuReport } from '../../../contract/reports/menu.ts'
import { createOrderIntake } from '../../orders/taking/order-intake.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { simpleOrder } from '../../testing/simple-order.ts'
import { closeStore } from '../closing/close-days.ts'

let app: TestApp
let one: string
let two: string
let owner: Person
let db: pg.Client

const dayMs = 86_400_000

beforeAll(async () => {
  app = await testApp()
  one = await app.addStore({ name: 'Loja Um' })
  two = await app.addStore({ name: 'Loja Dois' })
  owner = await app.addPerson('dona', { [one]: 'owner', [two]: 'owner' })
  db = new pg.Client({ connectionString: app.ownerUrl })
  await db.connect()
  const drinks = await category(one, 'Bebidas')
  const other = await category(two, 'Bebidas')
  await item(one, { name: 'Pizza', category: drinks, description: 'Massa fina', photo: true })
  await item(two, { name: 'PIZZA', category: other, description: 'Massa fina', photo: true, price: 3_500 })
  const soda = await item(one, { name: 'Refrigerante', key: 'soda' })
  await pause(one, soda, 10)
  const ended = await item(one, { name: 'Água', key: 'agua', category: drinks })
  await pause(one, ended, 8, 7)
  await db.query(
    `insert into menu_item_channels (store_id, item_id, platform, merchant_id, partner_item_id, price_cents, sent_price_cents)
     values ($1, $2, 'ifood', 'm-1', 'x', 700, 700)`,
    [one, soda],
  )
  const intake = createOrderIntake({ cells: app.deps.cells, log: app.deps.log })
  for (const [storeId, daysAgo] of [
    [one, 3],
    [one, 40],
    [two, 40],
  ] as const) {
    const id = uuidv7()
    const at = new Date(Date.now() - daysAgo * dayMs).toISOString()
    await intake.take(simpleOrder(storeId, id, id, { created_at: at, status: 'concluded' }))
  }
  await intake.stop()
  for (const id of [one, two]) await closeStore(app.db, id, new Date())
})
afterAll(async () => {
  await db.end()
  await app.close()
})

async function category(storeId: string, name: string): Promise<string> {
  const id = uuidv7()
  await db.query('insert into menu_categories (store_id, id, name) values ($1, $2, $3)', [storeId, id, name])
  return id
}

interface NewItem {
  readonly name: string
  readonly key?: string
  readonly category?: string
  readonly description?: string
  readonly price?: number
  readonly photo?: boolean
}

async function item(storeId: string, of: NewItem): Promise<string> {
  const id = uuidv7()
  const photo = of.photo ? 'f'.repeat(64) : null
  if (photo)
    await db.query(
      `insert into menu_photos (store_id, id, content_type, bytes) values ($1, $2, 'image/png', '\\x00')
       on conflict do nothing`,
      [storeId, photo],
    )
  await db.query(
    `insert into menu_items (store_id, id, category_id, name, description, product_key, price_cents, photo_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      storeId,
      id,
      of.category ?? null,
      of.name,
      of.description ?? '',
      of.key ?? of.name.toLowerCase(),
      of.price ?? 3_000,
      photo,
    ],
  )
  return id
}

async function pause(storeId: string, itemId: string, daysAgo: number, endedDaysAgo?: number): Promise<void> {
  const at = (days: number) => new Date(Date.now() - days * dayMs - 1_000)
  await db.query(
    `insert into menu_item_pauses (store_id, id, item_id, since, ended_at, started_by_name, reason)
     values ($1, gen_random_uuid(), $2, $3, $4, 'Ana', 'Acabou')`,
    [storeId, itemId, at(daysAgo), endedDaysAgo === undefined ? null : at(endedDaysAgo)],
  )
}

const ask = (query: Record<string, string> = {}) =>
  app.call(owner, readMenuReport, { query: { selection: `${one},${two}`, ...query } })

test('the items longest off sale come first, with since when, who paused them and why', async () => {
  const { data } = await ask()
  expect(data.items[0]).toMatchObject({
    name: 'Refrigerante',
    pause: { days: 10, byName: 'Ana', reason: 'Acabou', until: null },
    channelPrices: [{ merchantId: 'm-1', priceCents: 700 }],
    everSold: false,
  })
  expect(data.items[0]?.problems).toEqual([
    'paused',
    'no-photo',
    'no-description',
    'no-category',
    'channel-price',
    'not-sold',
  ])
})

test('an ended pause does not count, and each store has its score and counts', async () => {
  const { data } = await ask()
  expect(data.items.find((row) => row.name === 'Água')?.pause).toBeNull()
  expect(data.stores.find((row) => row.storeId === one)).toMatchObject({
    items: 3,
    score: Math.round((100 + 25 + 40) / 3),
    missing: { photo: 2, description: 2, price: 0, category: 1 },
    paused: 1,
    longPaused: 1,
    channelPrices: 1,
    neverSold: 2,
    notSoldInPeriod: 2,
  })
})

test('an item without sales in the period differs from one never sold', async () => {
  const { data } = await ask()
  const pizza = (storeId: string) =>
    data.items.find((row) => row.storeId === storeId && /pizza/i.test(row.name))
  expect(pizza(one)).toMatchObject({ soldMilli: 1_000, soldCents: 3_000, everSold: true })
  expect(pizza(two)).toMatchObject({ soldMilli: 0, everSold: true })
})

test('items of the same name show a price difference between stores', async () => {
  const { data } = await ask()
  expect(data.coverage).toMatchObject([{ lowestCents: 3_000, highestCents: 3_500, missingIn: [] }])
  expect((await ask({ problem: 'store-price' })).data.found).toBe(2)
})

test('with one selected channel only its sales count', async () => {
  const { data } = await app.call(owner, readMenuReport, { query: { selection: `${one}:balcao` } })
  expect(data.items.find((row) => row.name === 'Refrigerante')?.channelPrices).toEqual([])
})

test('the file contains the same items with their problems', async () => {
  const reply = await app.fastify.inject({
    url: '/api/reports/menu',
    query: { selection: `${one},${two}`, format: 'csv' },
    headers: { 'x-user-token': owner.token, 'x-user-id': owner.uid },
  })
  expect(reply.statusCode).toBe(200)
  expect(reply.body).toContain('Loja Um;Refrigerante;Sem categoria;30,00;25;10;0;0,00;')
})
