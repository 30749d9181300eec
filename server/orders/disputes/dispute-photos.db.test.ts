import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDisputePhoto } from '../../../contract/orders/disputes.ts'
import { withStoreScope } from '../../db/scope.ts'
import { takeOrders } from '../taking/order-intake.ts'
import { testApp, type TestApp } from '../../testing/app.ts'
import { simpleOrder } from '../../testing/simple-order.ts'
import { standardShop } from '../../testing/standard-shop.ts'

let app: TestApp
let site: Server
let shop: Awaited<ReturnType<typeof standardShop>>
let disputeId: string

beforeAll(async () => {
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#b33' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'secret of the camera' } })
    .toBuffer()
  site = createServer((request, reply) => {
    if (request.url === '/gone.jpg') return void reply.writeHead(404).end()
    const bytes = request.url === '/words.jpg' ? 'no picture' : picture
    return void reply.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  app = await testApp({ MENU_IMPORT_ORIGINS: origin })
  shop = await standardShop(app, { name: 'Forno' })
  disputeId = await disputed(['a', 'gone', 'words'].map((name) => `${origin}/${name}.jpg`))
})
afterAll(async () => {
  await app.close()
  await new Promise<void>((resolve) => site.close(() => resolve()))
})

async function disputed(photos: readonly string[]): Promise<string> {
  const { store } = shop
  const [orderId, id, now] = [uuidv7(), uuidv7(), app.deps.now()]
  await takeOrders(app.db, [simpleOrder(store, orderId, `o-${orderId}`, { created_at: now.toISOString() })])
  await withStoreScope(app.db, [store], (tx) =>
    tx
      .insertInto('disputes')
      .values({
        store_id: store,
        id,
        source: 'ifood',
        partner_id: uuidv7(),
        order_id: orderId,
        merchant_id: '',
        kind: 'PROPOSED_AMOUNT_REFUND',
        asked_cents: 1_000,
        opened_at: now,
        business_day: now.toISOString().slice(0, 10),
        photos: [...photos],
        state: 'open',
      })
      .execute(),
  )
  return id
}

const read = (photo: string, person = shop.basic, storeId = shop.store) =>
  app.call(person, readDisputePhoto, { params: { disputeId, photo } }, { storeId })

test("the customer's picture comes drawn again, without what else the file held", async () => {
  const { photo } = (await read('0')).data
  expect(photo).toMatch(/^data:image\/jpeg;base64,/)
  const bytes = Buffer.from(photo?.split(',')[1] ?? '', 'base64')
  expect((await sharp(bytes).metadata()).width).toBe(60)
  expect(bytes.includes('secret of the camera')).toBe(false)
})

test('a picture that is gone, or is none, is said to be missing', async () => {
  expect([(await read('1')).data, (await read('2')).data]).toEqual([{ photo: null }, { photo: null }])
})

test('a picture that there is not, of another store or for a stranger, is not found', async () => {
  expect((await read('3')).body.error).toBe('dispute/not-found')
  expect((await read('0', shop.stranger, shop.other)).body.error).toBe('dispute/not-found')
  expect((await read('0', shop.stranger)).body.error).toBe('store/not-found')
})
