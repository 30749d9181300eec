import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { weekdays } from '../../../contract/stores/stores.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { addDish } from '../../testing/dish.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { whatsappApp, type WhatsappProvider, type WhatsappShop } from '../../testing/whatsapp/shop.ts'
import { watchLine } from '../whatsapp.ts'

const second = '5511955554444'
let provider: WhatsappProvider
let app: TestApp
let shop: WhatsappShop
let close: () => Promise<void>
let store: string
let manager: Person
let basic: Person
let stranger: Person
let phoneId: string
// Noon in São Paulo; the shop is open from 11:00 to 15:00.
let now = new Date('2026-11-24T15:00:00Z')

beforeAll(async () => {
  ;({ provider, app, shop, close } = await whatsappApp())
})
afterAll(() => close())
beforeEach(async () => {
  provider.reset()
  now = new Date('2026-11-24T15:00:00Z')
  app.setClock(now)
  const openingHours = weekdays.map((weekday) => ({ weekday, start: '11:00', end: '15:00' }))
  ;({ store, manager, basic, stranger } = await standardShop(app, { openingHours }))
  await addDish(app, store)
  ;({ phoneId } = await shop.connectCloud(manager, store))
})

const view = () => shop.view(manager, store)
const save = (body: object, person = manager) => shop.save(person, store, body)
/** The test phone writes to the store, which opens its service window. */
const writes = () => shop.receive(phoneId, second, 'Pode testar')
async function minutes(count: number, each = 1): Promise<void> {
  for (let minute = 0; minute < count; minute += each) {
    now = new Date(now.getTime() + each * 60_000)
    app.setClock(now)
    await watchLine(app.deps, store)
    await shop.run(store)
  }
}
const delivered = (id: string) => shop.report(phoneId, id, 'delivered')

test('the line test is off at first; once on, the test phone gets a message every half hour while the store is open', async () => {
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

test('a line test that is not delivered marks the line as slow, and a delivered one clears it', async () => {
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

test('a line test to a phone that never wrote cannot be sent, and the line stays open', async () => {
  await save({ canaryNumber: second.slice(2) })
  await minutes(4)
  expect((await view()).canary.last).toMatchObject({ state: 'failed', cause: 'no-template' })
  expect((await view()).line?.state).toBe('open')
})

test('the test number differs from the line’s, is set by a manager, and survives other changes to the settings', async () => {
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
