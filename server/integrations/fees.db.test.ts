import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  readChannelFees,
  removeChannelFees,
  saveChannelFees,
  type ChannelFees,
} from '../../contract/integrations/fees.ts'
import { disconnectIntegration } from '../../contract/integrations/integrations.ts'
import { withStoreScope } from '../db/scope.ts'
import { channelTerms } from '../orders/taking/take-marketplace-order.ts'
import { takeOrders } from '../orders/taking/order-intake.ts'
import { testApp, type Person, type TestApp } from '../testing/app.ts'
import { simpleOrder } from '../testing/simple-order.ts'
import { standardShop } from '../testing/standard-shop.ts'

// A Friday, 20:15 in São Paulo.
const now = new Date('2026-11-20T23:15:00Z')
const [today, nextMonth] = ['2026-11-20', '2026-12-01']
const type = 'ifood'
const fees: ChannelFees = {
  commissionBps: 2_300,
  paymentFeeBps: 350,
  monthlyFeeCents: 15_000,
  samePrices: false,
}
let app: TestApp
let store: string
let owner: Person
let manager: Person
let basic: Person
let stranger: Person

beforeAll(async () => {
  app = await testApp({
    IFOOD_BASE_URL: 'http://127.0.0.1:9',
    IFOOD_CLIENT_ID: 'test',
    IFOOD_CLIENT_SECRET: 'secret',
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.setClock(now)
  // Connected since before contracts had days, for 12 % and 3,2 %.
  ;({ store, owner, manager, basic, stranger } = await standardShop(app, {
    merchantId: `m-${String(made++)}`,
  }))
})
let made = 0

const here = () => ({ storeId: store })
const read = (person = owner) => app.call(person, readChannelFees, { query: { type } }, here())
const save = (changes: object = {}, person = owner) =>
  app.call(
    person,
    saveChannelFees,
    { body: { type, fromDay: nextMonth, fees, version: 0, ...changes } },
    here(),
  )
const remove = (changes: object = {}, person = owner) =>
  app.call(
    person,
    removeChannelFees,
    { query: { type, fromDay: nextMonth, version: '1', ...changes } },
    here(),
  )
const termsAt = (at: string) =>
  withStoreScope(app.db, [store], (tx) => channelTerms(tx, { storeId: store, platform: type }, new Date(at)))
const commissionAt = async (at: string) => (await termsAt(at)).commissionBps

test('a contract counts from its first business day on, and the one before it until then', async () => {
  const { data } = await save()
  expect(data.contracts.map(({ fromDay, commissionBps }) => [fromDay, commissionBps])).toEqual([
    [nextMonth, 2_300],
    [null, 1_200],
  ])
  expect(await commissionAt('2026-11-30T22:00:00Z')).toBe(1_200)
  // Two in the morning belongs to the evening before it.
  expect(await commissionAt('2026-12-01T05:00:00Z')).toBe(1_200)
  expect(await commissionAt('2026-12-01T15:00:00Z')).toBe(2_300)
  expect((await termsAt('2026-12-24T15:00:00Z')).paymentFeeBps).toBe(350)
})

test('only owners see a contract and set it; a manager, the counter and a stranger do not', async () => {
  for (const person of [manager, basic]) {
    expect((await read(person)).body.error).toBe('permission/denied')
    expect((await save({}, person)).body.error).toBe('permission/denied')
    expect((await remove({}, person)).body.error).toBe('permission/denied')
  }
  for (const act of [read(stranger), save({}, stranger), remove({}, stranger)])
    expect((await act).body.error).toBe('store/not-found')
  expect((await read()).data.contracts).toHaveLength(1)
})

test('a day that has ended keeps its contract, and percentages have bounds', async () => {
  expect((await save({ fromDay: '2026-11-19' })).body.error).toBe('integration/fees-begun')
  expect((await save({ fees: { ...fees, commissionBps: 4_001 } })).status).toBe(400)
  expect((await save({ fromDay: today })).data.contracts[0]).toMatchObject({
    fromDay: today,
    savedBy: 'owner',
  })
  // The same day again replaces it.
  const again = await save({ fromDay: today, version: 1, fees: { ...fees, commissionBps: 1_800 } })
  expect(again.data.contracts.map(({ commissionBps }) => commissionBps)).toEqual([1_800, 1_200])
})

test('a contract that has not begun is taken back; one that holds is not', async () => {
  await save()
  const { data } = await remove()
  expect(data.contracts.map(({ fromDay }) => fromDay)).toEqual([null])
  await save({ fromDay: today, version: 2 })
  expect((await remove({ fromDay: today, version: '3' })).body.error).toBe('integration/fees-begun')
  expect((await read()).data.contracts).toHaveLength(2)
})

test('of two owners who change the contract at once one wins, and the other sees what holds', async () => {
  const both = await Promise.all([save(), save({ fees: { ...fees, commissionBps: 1_500 } })])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const lost = both.find(({ status }) => status === 409)
  expect(lost?.body).toMatchObject({ error: 'integration/stale-fees', current: { version: 1 } })
  const taken = await Promise.all([remove(), remove()])
  expect(taken.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('a store that is not connected has no contract to change', async () => {
  await app.call(owner, disconnectIntegration, { body: { type, storeName: 'Brasa' } }, here())
  expect((await read()).body.error).toBe('integration/not-connected')
  expect((await save()).body.error).toBe('integration/not-connected')
  expect((await remove()).body.error).toBe('integration/not-connected')
})

test('what the last thirty days cost has sales, fees and the monthly fee that holds', async () => {
  expect((await read()).data.lastDays).toBeNull()
  await takeOrders(app.db, [
    simpleOrder(store, '0198f000-0000-7000-8000-0000000000a1', 'o-1', {
      platform: type,
      status: 'concluded',
      created_at: '2026-11-13T23:20:00Z',
      gross_cents: 10_000,
      commission_cents: 1_200,
      payment_fee_cents: 320,
    }),
  ])
  const { data } = await save({ fromDay: today })
  expect(data.lastDays).toEqual({ salesCents: 10_000, feesCents: 1_520, monthlyFeeCents: 15_000 })
})
