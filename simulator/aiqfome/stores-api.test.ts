import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderingAppControl } from '../open-delivery/ordering-app-control.ts'
import type { SpawnedSimulator } from '../spawn-program.ts'
import { spawnAiqfome } from './spawn-aiqfome.ts'

const software = { clientId: 'balcao', clientSecret: 'segredo', redirectUrl: 'https://painel.example/voltei' }
let aiqfome: SpawnedSimulator
let control: ReturnType<typeof orderingAppControl>

beforeAll(async () => {
  aiqfome = await spawnAiqfome({ ...software, actionDelayMs: 5 })
  control = orderingAppControl(aiqfome.url)
}, 60_000)
afterAll(() => aiqfome.stop())

/** By the owner's consent to this store. */
async function tokenOf(merchantId: string): Promise<string> {
  const query = new URLSearchParams({
    client_id: software.clientId,
    redirect_uri: software.redirectUrl,
    loja: merchantId,
  })
  const led = await fetch(`${aiqfome.url}/login?${query.toString()}`, { redirect: 'manual' })
  const code = URL.parse(led.headers.get('location') ?? '')?.searchParams.get('code') ?? ''
  const form = new URLSearchParams({
    client_id: software.clientId,
    client_secret: software.clientSecret,
    redirect_uri: software.redirectUrl,
    grant_type: 'authorization_code',
    code,
  })
  const reply = await fetch(`${aiqfome.url}/oauth/token`, { method: 'POST', body: form })
  return ((await reply.json()) as { access_token: string }).access_token
}

test('an open store is suspended and opens on its own; a closed one is not, and neither is that of another owner', async () => {
  await control.setMerchants([
    { merchantId: '1001', name: 'Brasa' },
    { merchantId: '1002', name: 'Cantina' },
  ])
  const token = await tokenOf('1001')
  const ask = async (path: string, storeId: unknown) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ store_id: storeId })
    return (await fetch(`${aiqfome.url}/api/v2/store/${path}`, { method: 'POST', headers, body })).status
  }
  expect(await ask('stand-by', 1001)).toBe(204)
  await expect(control.placeOrder({ merchantId: '1001' })).rejects.toThrow('404')
  await fetch(`${aiqfome.url}/_control/stand-by-over`, { method: 'POST' })
  await control.placeOrder({ merchantId: '1001' })
  expect(await ask('stand-by', 1002)).toBe(404)
  expect(await ask('stand-by', '1001')).toBe(400)
  await control.setMerchants([{ merchantId: '1001', name: 'Brasa', isClosed: true }])
  expect(await ask('stand-by', 1001)).toBe(422)
  expect(await ask('open', 1001)).toBe(204)
  await control.placeOrder({ merchantId: '1001' })
})
