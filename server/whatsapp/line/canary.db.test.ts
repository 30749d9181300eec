import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as contract from '../../../contract/whatsapp/whatsapp.ts'
import { weekdays } from '../../../contract/stores/stores.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { whatsappProvider } from '../../testing/whatsapp-provider.ts'
import { metaChange, whatsappEnvironment, whatsappOf } from '../../testing/whatsapp-shop.ts'
import { watchLine } from '../whatsapp.ts'

const second = '5511955554444'
let provider: Awaited<ReturnType<typeof whatsappProvider>>
let app: TestApp
let shop: ReturnType<typeof whatsappOf>
let store: string
let manager: Person
let basic: Person
let stranger: Person
let phoneId: string
// Twelve in São Paulo: the shop opens from eleven to three.
let now = new Date('2026-11-24T15:00:00Z')

beforeAll(async () => {
  provider = await whatsappProvider()
  app = await testApp(whatsappEnvironment(provider.url))
  shop = whatsappOf(app)
})
afterAll(async () => {
  await app.close()
  await provider.stop()
})
beforeEach(async () => {
  provider.reset()
  now = new Date('2026-11-24T15:00:00Z')
  app.setClock(now)
  const openingHours = weekdays.map((weekday) => ({ weekday, start: '11:00', end: '15:00' }))
  ;({ store, manager, basic, stranger } = await standardShop(app, { openingHours }))
  ;({ phoneId } = await shop.connectCloud(manager, store))
})

const view = async () => (await app.call(manager, contract.readWhatsapp, {}, { storeId: store })).data
const save = async (body: object, person = manager) => {
  const { version } = (await view()).settings
  return app.call(
    person,
    contract.saveWhatsapp,
    { body: { kinds: [], capCents: null, version, ...body } },
    { storeId: store },
  )
}
/** The second phone wrote to the store once, which opens its window. */
async function writes(): Promise<void> {
  const timestamp = String(now.getTime() / 1_000)
  const messages = [
    { id: `in-${timestamp}`, from: second, timestamp, type: 'text', text: { body: 'Pode testar' } },
  ]
  await shop.meta([metaChange(phoneId, { messages })])
}
async function minutes(count: number, each = 1): Promise<void> {
  for (let minute = 0; minute < count; minute += each) {
    now = new Date(now.getTime() + each * 60_000)
    app.setClock(now)
    await watchLine(app.deps, store)
    await shop.run(store)
  }
}
const delivered = (id: string) =>
  shop.meta([
    metaChange(phoneId, {
      statuses: [{ id, status: 'delivered', timestamp: String(now.getTime() / 1_000) }],
    }),
  ])

test('is off at first, and once it is on the second phone gets a message every half hour while the store is open', async () => {
  await writes()
  await minutes(2)
  expect(provider.sent).toEqual([])
  expect((await save({ canaryNumber: '(11) 95555-4444' })).data.canary).toMatchObject({ number: second })
  await minutes(70, 10)
  expect(provider.sent.map(({ to }) => to)).toEqual([second, second, second])
  expect(provider.sent[0]?.text).toBe('Teste do WhatsApp da loja, 12:12. Não precisa responder.')
  now = new Date('2026-11-24T18:30:00Z')
  await minutes(40, 10)
  expect(provider.sent).toHaveLength(3)
})

test('that does not arrive makes the line slow, and one that does makes it good again', async () => {
  await writes()
  await save({ canaryNumber: second.slice(2) })
  await minutes(4)
  expect((await view()).line).toMatchObject({ state: 'degraded', cause: 'slow' })
  expect((await view()).canary.last).toMatchObject({ state: 'sent', cause: null })
  await delivered(provider.sent[0]?.id ?? '')
  await minutes(1)
  expect((await view()).line).toMatchObject({ state: 'open' })
  expect((await view()).canary.last).toMatchObject({ state: 'delivered' })
})

test('to a phone that never wrote says that it cannot leave, and the line stays open', async () => {
  await save({ canaryNumber: second.slice(2) })
  await minutes(4)
  expect((await view()).canary.last).toMatchObject({ state: 'failed', cause: 'no-template' })
  expect((await view()).line?.state).toBe('open')
})

test('goes to another number than the line’s, is set by a manager of the store, and stays when other things are saved', async () => {
  const own = await save({ canaryNumber: '11988887777' })
  expect([own.status, own.body.error, own.body.details?.[0]?.path]).toEqual([
    422,
    'validation/refused',
    'canaryNumber',
  ])
  expect((await save({ canaryNumber: '123' })).status).toBe(400)
  expect((await save({ canaryNumber: second.slice(2) }, basic)).status).toBe(403)
  expect((await save({ canaryNumber: second.slice(2) }, stranger)).status).toBe(404)
  await save({ canaryNumber: second.slice(2) })
  expect((await save({ capCents: 500 })).data.canary.number).toBe(second)
  expect((await save({ canaryNumber: null })).data.canary.number).toBeNull()
  const rows = await withStoreScope(app.db, [store], (tx) =>
    tx.selectFrom('outgoing_messages').selectAll().where('store_id', '=', store).execute(),
  )
  expect(rows).toEqual([])
})
