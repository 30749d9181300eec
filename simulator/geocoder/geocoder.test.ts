import { afterEach, beforeEach, expect, test } from 'vitest'
import { startGeocoder, type GeocoderSimulator } from './start-geocoder.ts'

let geocoder: GeocoderSimulator
beforeEach(async () => {
  geocoder = await startGeocoder()
  geocoder.world.objects = [
    { road: 'Rua das Flores', houseNumber: '120', city: 'Osasco', state: 'SP', lat: -23.53, lng: -46.79 },
    { road: 'Rua das Flores', city: 'Osasco', state: 'SP', lat: -23.531, lng: -46.79, reachDegrees: 0.001 },
    { road: 'Rua das Flores', city: 'Osasco', state: 'SP', lat: -23.534, lng: -46.79, reachDegrees: 0.002 },
  ]
})
afterEach(() => geocoder.stop())

const ask = async (query: string, userAgent = 'Balcao (https://painel.example)') => {
  const reply = await fetch(`${geocoder.url}?${query}`, { headers: { 'user-agent': userAgent } })
  return { status: reply.status, after: reply.headers.get('retry-after'), body: await reply.text() }
}
const street = 'street=120 rua das flores&city=osasco&addressdetails=1'

test('a house is found by its number, a street piece by piece', async () => {
  const house = JSON.parse((await ask(street)).body) as { address: { house_number: string } }[]
  expect(house.map(({ address }) => address.house_number)).toEqual(['120'])
  geocoder.world.calls.length = 0
  const merged = JSON.parse((await ask('street=9 rua das flores&city=osasco')).body) as unknown[]
  geocoder.world.calls.length = 0
  const pieces = JSON.parse((await ask('street=9 rua das flores&city=osasco&dedupe=0')).body) as unknown[]
  expect([merged.length, pieces.length]).toEqual([1, 2])
})

test('a second call within a second is one too many, and a caller that continues is blocked', async () => {
  expect((await ask(street)).status).toBe(200)
  expect(await ask(street)).toMatchObject({ status: 429, after: '60' })
  for (let time = 0; time < 4; time += 1) await ask(street)
  expect((await ask(street)).status).toBe(403)
  geocoder.world.calls.length = 0
  expect((await ask(street)).status).toBe(403)
})

test('a caller without a name of its own is blocked', async () => {
  for (const name of ['node', 'undici', 'curl/8.5', 'python-requests/2.31'])
    expect((await ask(street, name)).status).toBe(403)
})

test('a call without a place is wrong', async () => {
  expect((await ask('limit=1')).status).toBe(400)
})
