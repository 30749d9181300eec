import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Platform } from '../../../contract/shared/channels.ts'
import * as contract from '../../../contract/orders/rules.ts'
import { placeOrder } from '../../../contract/orders/orders.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'
import { ownOrder } from '../../testing/orders.ts'

let app: TestApp
let store: string
let other: string
let basic: Person
let manager: Person
let stranger: Person
/** Friday, 19:00 in São Paulo. */
const evening = new Date('2026-11-20T22:00:00Z')
const later = (minutes: number) => new Date(evening.getTime() + minutes * 60_000)

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(evening)
  ;({ store, other, basic, manager, stranger } = await standardShop(app))
})

type Body = Omit<contract.OrderRules, 'platform'>
const wanted: Body = {
  autoAccept: true,
  onlyWhenOpen: false,
  maxInPreparation: 12,
  cashLimitCents: 15_000,
  firstOrderWaits: true,
  scheduledAtOnce: false,
  preparationMinutes: 25,
  version: 0,
}
const save = (person: Person, changes: Partial<Body> = {}, platform: Platform = 'balcao', storeId = store) =>
  app.call(
    person,
    contract.saveOrderRules,
    { params: { platform }, body: { ...wanted, ...changes } },
    { storeId },
  )
const rulesOf = async (person: Person) =>
  (await app.call(person, contract.readOrderRules, {}, { storeId: store })).data.rules

type CapacityBody = Parameters<typeof change>[1]
const change = (
  person: Person,
  body: {
    level: contract.CapacityLevel
    extraMinutes?: number
    untilMinutes?: contract.CapacitySpan
    version: number
  },
  storeId = store,
) => app.call(person, contract.setCapacity, { body }, { storeId })
const capacity = async () => (await app.call(basic, contract.readCapacity, {}, { storeId: store })).data
const place = (changes = {}, key: string = randomUUID()) =>
  app.call(basic, placeOrder, { body: ownOrder(changes) }, { storeId: store, key })
const auditOf = (action: string) =>
  withStoreScope(app.db, [store], (tx) =>
    tx
      .selectFrom('audit_entries')
      .select(['actor_uid', 'subject'])
      .where('store_id', '=', store)
      .where('action', '=', action)
      .execute(),
  )

describe('acceptance rules of a channel', () => {
  test('by default every order waits for a person, and a basic user can read the rules', async () => {
    const rules = await rulesOf(basic)
    expect(rules.map(({ platform, autoAccept, version }) => [platform, autoAccept, version])).toEqual([
      ['balcao', false, 0],
      ['ifood', false, 0],
      ['open-delivery', false, 0],
      ['keeta', false, 0],
      ['aiqfome', false, 0],
    ])
  })

  test('a manager saves the rules of one channel, with an audit entry', async () => {
    const saved = await save(manager)
    expect([saved.status, saved.data]).toEqual([200, { ...wanted, platform: 'balcao', version: 1 }])
    expect(await rulesOf(basic)).toMatchObject([
      { platform: 'balcao', autoAccept: true },
      { platform: 'ifood', autoAccept: false, version: 0 },
      { platform: 'open-delivery', autoAccept: false, version: 0 },
      { platform: 'keeta', autoAccept: false, version: 0 },
      { platform: 'aiqfome', autoAccept: false, version: 0 },
    ])
    expect(await auditOf('orders/rules-saved')).toEqual([{ actor_uid: manager.uid, subject: 'balcao' }])
  })

  test('a basic user cannot change the rules', async () => {
    const answer = await save(basic)
    expect([answer.status, answer.body.error]).toEqual([403, 'permission/denied'])
    expect((await rulesOf(basic))[0]?.version).toBe(0)
  })

  test('the rules of another store are not found', async () => {
    expect((await save(manager, {}, 'balcao', other)).body.error).toBe('store/not-found')
    expect((await save(stranger)).body.error).toBe('store/not-found')
    const read = await app.call(stranger, contract.readOrderRules, {}, { storeId: store })
    expect(read.body.error).toBe('store/not-found')
  })

  test('saving rules with a stale version is rejected with the current rules', async () => {
    await save(manager)
    const stale = await save(manager, { maxInPreparation: 3 })
    expect([stale.status, stale.body.error]).toEqual([409, 'order/stale-rules'])
    expect(stale.body.current).toEqual({ ...wanted, platform: 'balcao', version: 1 })
    expect((await save(manager, { maxInPreparation: 3, version: 1 })).data.version).toBe(2)
  })

  test.each([0, 1])('of two concurrent saves of the rules from version %i one wins', async (version) => {
    if (version === 1) await save(manager)
    const answers = await Promise.all(
      [5, 6, 7].map((most) => save(manager, { maxInPreparation: most, version })),
    )
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const winner = answers.find((answer) => answer.status === 200)?.data
    expect((await rulesOf(manager))[0]).toEqual(winner)
  })

  test.each([
    ['no place in the kitchen', { maxInPreparation: 0 }, 'maxInPreparation'],
    ['a negative limit', { cashLimitCents: -1 }, 'cashLimitCents'],
    ['a preparation of a minute', { preparationMinutes: 1 }, 'preparationMinutes'],
  ])('rules with %s are rejected with the field', async (_name, changes, field) => {
    const answer = await save(manager, changes)
    expect([answer.status, answer.body.details?.[0]?.path]).toEqual([400, field])
  })

  test('the rules of iFood have no preparation time of ours', async () => {
    const answer = await save(manager, {}, 'ifood')
    expect([answer.status, answer.body.details?.[0]?.path]).toEqual([422, 'preparationMinutes'])
    expect((await save(manager, { preparationMinutes: null }, 'ifood')).status).toBe(200)
  })
})

describe('capacity of a store', () => {
  test('capacity is normal by default', async () => {
    expect(await capacity()).toEqual({
      level: 'normal',
      extraMinutes: 0,
      until: null,
      setBy: null,
      setAt: null,
      version: 0,
      channels: [],
    })
  })

  test('a basic user can set a store to busy, which delays promises', async () => {
    const before = (await place({ type: 'TAKEOUT', delivery: null })).data
    const set = await change(basic, { level: 'busy', extraMinutes: 20, untilMinutes: 30, version: 0 })
    expect(set.data).toMatchObject({ level: 'busy', extraMinutes: 20, setBy: 'basic', version: 1 })
    expect(set.data.until).toBe(later(30).toISOString())
    const during = (await place({ type: 'TAKEOUT', delivery: null })).data
    expect(Date.parse(during.promisedAt ?? '') - Date.parse(before.promisedAt ?? '')).toBe(20 * 60_000)
    expect(await auditOf('orders/capacity-set')).toEqual([{ actor_uid: basic.uid, subject: 'busy' }])
  })

  test('a busy store keeps the window that the customer chose for a scheduled order', async () => {
    await change(basic, { level: 'busy', version: 0 })
    const schedule = { start: later(120).toISOString(), end: later(150).toISOString() }
    expect((await place({ schedule })).data.promisedAt).toBe(schedule.end)
  })

  test('only a manager can pause a store', async () => {
    const refused = await change(basic, { level: 'paused', version: 0 })
    expect([refused.status, refused.body.error]).toEqual([403, 'permission/denied'])
    expect((await place()).status).toBe(200)
    expect((await change(manager, { level: 'paused', version: 0 })).data.level).toBe('paused')
  })

  test('a paused store rejects own-channel orders and says until when', async () => {
    await change(manager, { level: 'paused', untilMinutes: 30, version: 0 })
    const refused = await place()
    expect([refused.status, refused.body.error]).toEqual([422, 'order/store-paused'])
    expect(refused.body.message).toBe('A loja está pausada e volta a receber pedidos às 19:30.')
    await change(manager, { level: 'paused', version: 1 })
    expect((await place()).body.message).toBe('A loja está pausada e não recebe pedidos até ser reaberta.')
  })

  test('a paused store still answers a retry of an order placed before', async () => {
    const key = randomUUID()
    const taken = await place({}, key)
    // The reply was lost before it was stored, so only the order itself proves that it was placed.
    await withStoreScope(
      app.db,
      [store],
      (tx) => tx.deleteFrom('idempotency_keys').where('key', '=', key).execute(),
      {
        uid: basic.uid,
      },
    )
    await change(manager, { level: 'paused', version: 0 })
    const again = await place({}, key)
    expect([again.status, again.data.id]).toEqual([200, taken.data.id])
  })

  test('a pause until the end of the day ends with the business day', async () => {
    const set = await change(manager, { level: 'paused', untilMinutes: 'endOfDay', version: 0 })
    // 04:00 on Saturday in São Paulo.
    expect(set.data.until).toBe('2026-11-21T07:00:00.000Z')
    app.setClock(new Date('2026-11-21T04:30:00Z'))
    const onNight = await app.addPerson('night', { [store]: 'manager' })
    const afterMidnight = await change(onNight, { level: 'paused', untilMinutes: 'endOfDay', version: 1 })
    expect(afterMidnight.data.until).toBe('2026-11-21T07:00:00.000Z')
  })

  test('capacity returns to normal automatically when its time is over', async () => {
    await change(manager, { level: 'paused', untilMinutes: 15, version: 0 })
    app.setClock(later(14))
    expect((await place()).status).toBe(422)
    app.setClock(later(15))
    expect(await capacity()).toMatchObject({ level: 'normal', until: null, setBy: null })
    expect((await place()).status).toBe(200)
  })

  test('the capacity of another store is not found', async () => {
    expect((await change(basic, { level: 'busy', version: 0 }, other)).body.error).toBe('store/not-found')
    const read = await app.call(stranger, contract.readCapacity, {}, { storeId: store })
    expect(read.body.error).toBe('store/not-found')
  })

  test('setting capacity with a stale version is rejected with the current value', async () => {
    await change(manager, { level: 'paused', version: 0 })
    const stale = await change(basic, { level: 'busy', version: 0 })
    expect([stale.status, stale.body.error]).toEqual([409, 'order/stale-capacity'])
    expect(stale.body.current).toMatchObject({ level: 'paused', setBy: 'manager', version: 1 })
  })

  test.each([0, 1])('of two concurrent changes of capacity from version %i one wins', async (version) => {
    if (version === 1) await change(basic, { level: 'busy', version: 0 })
    const bodies: CapacityBody[] = [
      { level: 'busy', extraMinutes: 10, version },
      { level: 'busy', extraMinutes: 20, version },
      { level: 'paused', version },
    ]
    const answers = await Promise.all(bodies.map((body) => change(manager, body)))
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(await capacity()).toEqual(answers.find((answer) => answer.status === 200)?.data)
  })

  test('extra minutes are allowed for a busy store only', async () => {
    const answer = await change(manager, { level: 'paused', extraMinutes: 10, version: 0 })
    expect([answer.status, answer.body.details?.[0]?.path]).toEqual([422, 'extraMinutes'])
  })
})
