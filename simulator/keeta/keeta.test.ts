import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderingAppControl } from '../open-delivery/ordering-app-control.ts'
import type { SpawnedSimulator } from '../spawn-program.ts'
import { canonical } from './canonical.ts'
import { spawnKeeta } from './spawn-keeta.ts'

/** Keeta is a process of its own, and keeps on its own what it publishes. */
const software = { clientId: 'balcao', clientSecret: 'segredo' }
let keeta: SpawnedSimulator

beforeAll(async () => {
  keeta = await spawnKeeta({ ...software, actionDelayMs: 5 })
}, 60_000)
afterAll(() => keeta.stop())

const sign = (...parts: readonly string[]) =>
  createHmac('sha256', software.clientSecret).update(parts.join('&')).digest('base64')

async function askToken(grantType: string, signature?: string): Promise<Response> {
  const form = { client_id: software.clientId, client_secret: software.clientSecret, grant_type: grantType }
  const signed = sign(
    `${keeta.url}/oauth/token`,
    `{"client_id":"balcao","client_secret":"segredo","grant_type":"${grantType}"}`,
  )
  return fetch(`${keeta.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { 'x-app-signature': signature ?? signed },
  })
}

test('a token is given to our software for all stores, for a signed request of a known kind', async () => {
  expect((await askToken('app_level_token')).status).toBe(200)
  expect((await askToken('app_level_token', 'falsa')).status).toBe(401)
  expect((await askToken('password')).status).toBe(400)
})

test('a third poll within a minute is one too many, and no order comes before the store is onboarded', async () => {
  await orderingAppControl(keeta.url).setMerchants([{ merchantId: '466663', name: 'Brasa' }])
  await orderingAppControl(keeta.url).placeOrder({ merchantId: '466663' })
  const { access_token: token } = (await (await askToken('app_level_token')).json()) as Record<string, string>
  const url = `${keeta.url}/v1/events:polling`
  const poll = async () =>
    (
      await fetch(url, {
        headers: {
          authorization: `Bearer ${token}`,
          'x-polling-merchants': '466663',
          'x-app-signature': sign(url),
        },
      })
    ).status
  // The minute of the clock may turn between two of them, once.
  const statuses = [await poll(), await poll(), await poll(), await poll(), await poll()]
  expect(statuses[0]).toBe(204)
  expect(statuses).toContain(429)
  expect(statuses).not.toContain(200)
})

test('Keeta takes the whole menu of a store or none of it, and a status beside objects counts alone', async () => {
  const control = orderingAppControl(keeta.url)
  const softwareId = '466664'.padStart(36, '0')
  await control.setMerchants([{ merchantId: '466664', name: 'Cantina', softwareId }])
  const { access_token: token } = (await (await askToken('app_level_token')).json()) as Record<string, string>
  const update = async (body: object, id = softwareId) => {
    const url = `${keeta.url}/v1/merchantUpdate/${id}`
    const signed = Object.keys(body).length === 0 ? sign(url) : sign(url, canonical(body))
    const headers = {
      authorization: `Bearer ${token ?? ''}`,
      'content-type': 'application/json',
      'x-app-signature': signed,
    }
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status
  }
  const whole = { id: softwareId, menus: [], categories: [], itemOffers: [], items: [] }
  expect(await update({ entityType: 'MERCHANT', updatedObjects: [whole] })).toBe(204)
  expect(await update({ entityType: 'ITEM_OFFER', updatedObjects: [{ id: 'x' }] })).toBe(400)
  expect(await update({ entityType: 'MERCHANT', updatedObjects: [] })).toBe(400)
  expect(await update({ entityType: 'MERCHANT' })).toBe(400)
  expect(await update({}, '0'.repeat(36))).toBe(404)
  const both = { merchantStatus: 'UNAVAILABLE', entityType: 'MERCHANT', updatedObjects: [whole] }
  expect(await update(both)).toBe(204)
  const { objectNews, statusNews } = await control.state()
  expect([objectNews.length, statusNews.length]).toEqual([1, 1])
})
