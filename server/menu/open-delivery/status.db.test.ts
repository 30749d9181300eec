import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { scheduleBreak } from '../../../contract/stores/hours.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { describeStore, document, evening, officialSchema } from './testing/official.ts'

let app: TestApp
let store: string
let manager: Person
let id: string

const validStatus = officialSchema('getMerchantAvailability')
const validVersions = officialSchema('VersionMerchant')

beforeAll(async () => {
  app = await testApp({ PUBLIC_URL: 'https://painel.example' })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(evening)
  ;({ store, manager } = await standardShop(app, { name: 'Forno' }))
  id = `${document}-${store}`
  await describeStore(app, store, { document })
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
