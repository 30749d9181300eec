import { afterAll, beforeAll, expect, test } from 'vitest'
import { simulatorControl } from './control-client.ts'
import { startSimulator, type Simulator } from './start-simulator.ts'

let simulator: Simulator
let token: string
const merchantId = '5b1a00aa-0000-4000-8000-00000000000c'

beforeAll(async () => {
  simulator = await startSimulator({ clientId: 'test', clientSecret: 'secret' })
  await simulatorControl(simulator.url).setMerchants([
    { merchantId, name: 'Norte', timezone: 'America/Manaus', menu: [] },
  ])
  const reply = await fetch(`${simulator.url}/authentication/v1.0/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grantType: 'client_credentials',
      clientId: simulator.world.env.clientId,
      clientSecret: simulator.world.env.clientSecret,
    }),
  })
  token = ((await reply.json()) as { accessToken: string }).accessToken
})
afterAll(() => simulator.stop())

const call = (method: string, path = '', body?: object, merchant = merchantId) =>
  fetch(`${simulator.url}/merchant/v1.0/merchants/${merchant}/interruptions${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
const local = (ms: number) =>
  new Date(Date.now() + ms).toLocaleString('sv-SE', { timeZone: 'America/Manaus' }).replace(' ', 'T')
const hour = 3_600_000
const pause = (changes = {}) => ({ description: 'Pausa', start: local(0), end: local(hour), ...changes })

test('an interruption is created, listed, closes the store, and is removed', async () => {
  const made = await call('POST', '', pause())
  expect(made.status).toBe(201)
  const { id } = (await made.json()) as { id: string }
  expect(await (await call('GET')).json()).toMatchObject([{ id, description: 'Pausa' }])
  expect((await call('DELETE', `/${id}`)).status).toBe(204)
  expect((await call('DELETE', `/${id}`)).status).toBe(404)
  expect(await (await call('GET')).json()).toEqual([])
})

test('an interruption that violates the published rules is rejected', async () => {
  const statusOf = async (body: object) => (await call('POST', '', body)).status
  expect(await statusOf(pause({ description: ' ' }))).toBe(400)
  expect(await statusOf(pause({ end: new Date(Date.now() + hour).toISOString() }))).toBe(400)
  expect(await statusOf(pause({ end: `${local(hour)}-04:00` }))).toBe(400)
  expect(await statusOf(pause({ end: local(-hour) }))).toBe(400)
  expect(await statusOf(pause({ end: local(8 * 24 * hour) }))).toBe(400)
  expect((await call('POST', '', pause(), 'nobody')).status).toBe(403)
})
