import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { SpawnedSimulator } from '../spawn-program.ts'
import { orderingAppControl } from './ordering-app-control.ts'
import { spawnOrderingApp } from './spawn-ordering-app.ts'

/** The application is a process of its own, and keeps the rules of the standard on its own. */
let app: SpawnedSimulator
let control: ReturnType<typeof orderingAppControl>
const one = {
  merchantId: '22815773000169-00000000-0000-4000-8000-000000000001',
  name: 'Brasa',
  clientId: 'loja-1',
  clientSecret: 'segredo-1',
}
const other = { ...one, merchantId: one.merchantId.replace(/1$/, '2'), clientId: 'loja-2' }

beforeAll(async () => {
  app = await spawnOrderingApp({ actionDelayMs: 5 })
  control = orderingAppControl(app.url)
  await control.setMerchants([one, other])
}, 60_000)
afterAll(() => app.stop())

async function tokenOf(merchant: typeof one): Promise<string> {
  const reply = await fetch(`${app.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: merchant.clientId,
      client_secret: merchant.clientSecret,
      grant_type: 'client_credentials',
    }),
  })
  return ((await reply.json()) as { access_token?: string }).access_token ?? ''
}

async function call(token: string, method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(app.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

test('a merchant gets a token by its own credentials only', async () => {
  expect(await tokenOf({ ...one, clientSecret: 'errado' })).toBe('')
  expect((await call('errado', 'GET', '/v1/events:polling')).status).toBe(401)
  expect((await call(await tokenOf(one), 'GET', '/v1/events:polling')).status).toBe(204)
})

test('an event is repeated until it is acknowledged, and is no other merchant’s', async () => {
  const { orderId } = await control.placeOrder({ merchantId: one.merchantId })
  const token = await tokenOf(one)
  const poll = async (by: string) => (await call(by, 'GET', '/v1/events:polling')).status
  expect([await poll(token), await poll(token), await poll(await tokenOf(other))]).toEqual([200, 200, 204])
  const [event] = (await (await call(token, 'GET', '/v1/events:polling')).json()) as { eventId: string }[]
  const seen = [{ id: event?.eventId, orderId, eventType: 'CREATED' }]
  expect((await call(token, 'POST', '/v1/events/acknowledgment', seen)).status).toBe(202)
  expect(await poll(token)).toBe(204)
  expect((await call(await tokenOf(other), 'GET', `/v1/orders/${orderId}`)).status).toBe(404)
})

test('a body that is not the standard’s is refused, and so is a call that does not suit the order', async () => {
  const { orderId } = await control.placeOrder({ merchantId: one.merchantId })
  const token = await tokenOf(one)
  const act = async (action: string, body: object = {}) =>
    (await call(token, 'POST', `/v1/orders/${orderId}/${action}`, body)).status
  const whole = { createdAt: new Date().toISOString(), orderExternalCode: orderId }
  expect(await act('confirm', { createdAt: 'ontem' })).toBe(400)
  expect(await act('readyForPickup')).toBe(422)
  expect(await act('confirm', whole)).toBe(202)
  expect(await act('confirm', whole)).toBe(422)
  expect(await act('preparing')).toBe(422)
  expect(await act('requestCancellation', { reason: 'x', code: 'NOT_A_CODE', mode: 'MANUAL' })).toBe(400)
  expect((await control.state()).violations).toHaveLength(2)
})

test('a webhook is signed over its bytes with the secret of the merchant', async () => {
  const { createServer } = await import('node:http')
  const got: { readonly body: string; readonly signature: unknown }[] = []
  const server = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const signature = request.headers['x-app-signature']
      got.push({ body: Buffer.concat(parts).toString(), signature })
      reply.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as { port: number }
  await control.setMerchants([{ ...other, webhookUrl: `http://127.0.0.1:${port}/` }])
  await control.placeOrder({ merchantId: other.merchantId })
  await vi.waitUntil(() => got.length > 0, { timeout: 10_000 })
  server.closeAllConnections()
  server.close()
  const [first] = got
  expect(first?.signature).toBe(
    createHmac('sha256', other.clientSecret)
      .update(first?.body ?? '')
      .digest('hex'),
  )
})
