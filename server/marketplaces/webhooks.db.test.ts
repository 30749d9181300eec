import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { withStoreScope } from '../db/scope.ts'
import { testApp, type TestApp } from '../testing/app.ts'

const secret = 'webhook-secret'
const merchantId = 'merchant-of-large-orders'
let app: TestApp
let store: string

beforeAll(async () => {
  app = await testApp({
    // Nobody listens there.
    IFOOD_BASE_URL: 'http://127.0.0.1:9',
    IFOOD_CLIENT_ID: 'test',
    IFOOD_CLIENT_SECRET: secret,
  })
  store = await app.addStore({ name: 'Brasa', merchantId })
})
afterAll(() => app.close())

const deliver = (body: string) =>
  app.fastify.inject({
    method: 'POST',
    url: '/webhooks/ifood',
    headers: {
      'content-type': 'application/json',
      'x-ifood-signature': createHmac('sha256', secret).update(body).digest('hex'),
    },
    payload: body,
  })
const event = (metadata: object) => ({
  id: randomUUID(),
  code: 'OPA',
  fullCode: 'ORDER_PATCHED',
  orderId: randomUUID(),
  merchantId,
  createdAt: '2026-11-20T21:02:11Z',
  metadata,
})
const keptIds = async () => {
  const rows = await withStoreScope(app.db, [store], (tx) =>
    tx.selectFrom('inbox').select('event_id').where('store_id', '=', store).execute(),
  )
  return rows.map((row) => row.event_id)
}
const refused = async () => {
  const { body } = await app.fastify.inject({ method: 'GET', url: '/metrics' })
  return Number(/balcao_refused_webhooks_total\{partner="ifood",cause="size"\} (\d+)/.exec(body)?.[1] ?? 0)
}

/** The form of a published order: about 280 bytes for an option, 360 for an item without options. */
const option = (index: number) => ({
  index,
  id: randomUUID(),
  name: 'Adicional de queijo muçarela gratinado na chapa',
  groupName: 'Turbine o seu lanche',
  type: 'DEFAULT',
  externalCode: `ADICIONAL-${String(index).padStart(6, '0')}`,
  unit: 'UN',
  quantity: 1,
  ean: '7891000000000',
  unitPrice: 4.5,
  addition: 0,
  price: 4.5,
})
const item = (index: number) => ({
  index,
  id: randomUUID(),
  uniqueId: randomUUID(),
  name: 'Hambúrguer artesanal da casa com pão de brioche e batata',
  imageUrl: `https://static-images.ifood.com.br/image/upload/t_high/pratos/${randomUUID()}/imagem.jpg`,
  externalCode: `LANCHE-${String(index).padStart(6, '0')}`,
  ean: '7891000000000',
  unit: 'UN',
  quantity: 1,
  unitPrice: 39.9,
  optionsPrice: 90,
  totalPrice: 129.9,
  price: 39.9,
  observations: 'Sem cebola, ponto da carne bem passado, molho à parte.',
  options: Array.from({ length: 20 }, (_none, at) => option(at)),
})

test('an event that carries an order of 200 items with 20 options each is kept', async () => {
  const large = event({ items: Array.from({ length: 200 }, (_none, index) => item(index)) })
  const body = JSON.stringify(large)
  expect(Buffer.byteLength(body)).toBeGreaterThan(1_200_000)
  expect((await deliver(body)).statusCode).toBe(202)
  expect(await keptIds()).toContain(large.id)
})

test('an event above the limit is refused, logged and counted for the operator', async () => {
  const warn = vi.spyOn(app.deps.log, 'warn')
  const before = await refused()
  const { statusCode } = await deliver(JSON.stringify(event({ text: 'x'.repeat(2 * 1024 * 1024) })))
  expect(statusCode).toBe(413)
  expect(await refused()).toBe(before + 1)
  expect(warn).toHaveBeenCalledWith(
    { call: { partner: 'ifood', cause: 'size', storeId: null } },
    'a webhook was refused',
  )
  warn.mockRestore()
})
