import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readCheckinCodes } from '../../contract/integrations/checkin-codes.ts'
import { headers } from '../../contract/shared/headers.ts'
import type { Person } from '../testing/app.ts'
import { ifoodShop, type IfoodShop } from '../testing/marketplaces/ifood-shop.ts'

const merchantId = '5b1a00aa-0000-4000-8000-00000000001a'
let shop: IfoodShop

beforeAll(async () => {
  shop = await ifoodShop({ merchantId })
}, 60_000)
afterAll(() => shop.stop())
beforeEach(() => shop.control.fail(503, 0, '/merchant'))

const read = (person: Person, storeId = shop.store, type = 'ifood') =>
  shop.app.call(person, readCheckinCodes, { query: { type } }, { storeId })

test('a manager gets the marketplace’s own PDF for its couriers’ check-in', async () => {
  const { app, manager, store } = shop
  const file = await app.fastify.inject({
    url: `/api${readCheckinCodes.path}?type=ifood`,
    headers: {
      [headers.userToken]: manager.token,
      [headers.userId]: manager.uid,
      [headers.storeId]: store,
    },
  })
  expect(file.statusCode, file.body).toBe(200)
  expect(file.headers['content-type']).toBe('application/pdf')
  expect(file.headers['content-disposition']).toBe('attachment; filename="check-in-ifood.pdf"')
  expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(file.rawPayload.toString('latin1')).toContain(`(Check-in ${merchantId})`)
})

test('a lower role is refused, another’s store is not found, and a channel that is not connected says so', async () => {
  expect((await read(shop.basic)).body.error).toBe('permission/denied')
  expect((await read(shop.stranger)).body.error).toBe('store/not-found')
  expect((await read(shop.stranger, shop.other)).body.error).toBe('integration/not-connected')
  expect((await read(shop.manager, shop.store, 'nenhum')).body.error).toBe('integration/unknown-type')
  expect((await read(shop.manager, shop.store, 'keeta')).body.error).toBe('integration/not-connected')
})

test('what the marketplace refuses, or does not answer, is said in words', async () => {
  await shop.control.fail(400, 600_000, '/merchant/v1.0/merchants/checkin-qrcode')
  expect((await read(shop.manager)).body).toMatchObject({
    error: 'integration/way-not-offered',
    message: 'O iFood não deu os QR codes desta loja: por lá, eles são de lojas de mercado.',
  })
  await shop.control.fail(503, 600_000, '/merchant/v1.0/merchants/checkin-qrcode')
  expect((await read(shop.manager)).body.error).toBe('marketplace/unavailable')
})
