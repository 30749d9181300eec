import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { scheduleBreak } from '../../../contract/stores/hours.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'

let app: TestApp
let store: string
let manager: Person
let id: string
/** Friday, 19:00 in São Paulo. */
const evening = new Date('2026-11-20T22:00:00Z')

const official = JSON.parse(
  readFileSync(new URL('./testing/open-delivery-v1.7.0.json', import.meta.url), 'utf8'),
) as object
const ajv = new Ajv({ strict: false, allErrors: true, discriminator: false })
formats.default(ajv)
for (const name of ['decimal', 'CRC32']) ajv.addFormat(name, true)
ajv.addSchema(official, 'open-delivery')
const schema = (name: string) => ajv.compile({ $ref: `open-delivery#/components/schemas/${name}` })
const validStatus = schema('getMerchantAvailability')
const validVersions = schema('VersionMerchant')

beforeAll(async () => {
  app = await testApp({ PUBLIC_URL: 'https://painel.example' })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(evening)
  ;({ store, manager } = await standardShop(app, { name: 'Forno' }))
  id = `22815773000169-${store}`
  await withStoreScope(app.db, [store], async (tx) => {
    const { address } = await tx
      .selectFrom('stores')
      .select('address')
      .where('id', '=', store)
      .executeTakeFirstOrThrow()
    const at = { ...(address as object), lat: -23.55, lng: -46.63 }
    const columns = { document: '22815773000169', address: JSON.stringify(at) }
    await tx.updateTable('stores').set(columns).where('id', '=', store).execute()
  })
})

const status = (id: string) => app.fastify.inject({ url: `/open-delivery/v1/merchant/${id}/status` })

test('an ordering application reads whether the store sells now: not in a pause, nor when it is inactive', async () => {
  const read = async () => {
    const reply = await status(id)
    expect(reply.statusCode, reply.body).toBe(200)
    expect(validStatus(reply.json()), JSON.stringify(validStatus.errors)).toBe(true)
    return reply.json<{ status: string; services: readonly { serviceType: string }[] }>()
  }
  expect(await read()).toMatchObject({
    status: 'AVAILABLE',
    services: [{ serviceType: 'DELIVERY' }, { serviceType: 'TAKEOUT' }, { serviceType: 'INDOOR' }],
  })
  const hour = { name: 'Falta de gás', start: '2026-11-20T22:30:00.000Z', end: '2026-11-20T23:30:00.000Z' }
  const planned = await app.call(manager, scheduleBreak, { body: hour }, { storeId: store })
  expect(planned.status, JSON.stringify(planned.body)).toBe(200)
  expect((await read()).status).toBe('AVAILABLE')
  app.setClock(new Date('2026-11-20T23:00:00Z'))
  expect((await read()).status).toBe('UNAVAILABLE')
  app.setClock(new Date('2026-11-20T23:31:00Z'))
  expect((await read()).status).toBe('AVAILABLE')
  await withStoreScope(app.db, [store], (tx) =>
    tx.updateTable('stores').set({ active: false }).where('id', '=', store).execute(),
  )
  expect((await read()).status).toBe('UNAVAILABLE')
})

test('a store is found by its whole merchant id alone', async () => {
  const others = [id.slice(15), `00000000000191-${store}`, `22815773000169-${randomUUID()}`, 'x', '%00']
  for (const other of others) expect((await status(other)).statusCode, other).toBe(404)
})

test('an ordering application reads which version is served', async () => {
  const reply = await app.fastify.inject({ url: '/open-delivery/v1/versions/merchant' })
  expect([reply.statusCode, validVersions(reply.json())]).toEqual([200, true])
})
