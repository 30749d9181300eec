import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readUsualHour } from '../../../contract/stores/usual-hour.ts'
import { withStoreScope } from '../../db/scope.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { standardShop } from '../../testing/standard-shop.ts'

let app: TestApp
let store: string
let other: string
let manager: Person
let basic: Person

/** A Friday, 20:30 in São Paulo. */
const now = new Date('2026-11-27T20:30:00-03:00')

beforeAll(async () => {
  app = await testApp()
  app.setClock(now)
  ;({ store, other, manager, basic } = await standardShop(app))
  await sold([
    ['2026-11-20', 20, 'ifood', 40_000],
    ['2026-11-13', 20, 'ifood', 20_000],
    ['2026-11-13', 20, 'balcao', 9_000],
    ['2026-11-06', 19, 'ifood', 70_000],
    // Not the same weekday, and longer ago.
    ['2026-11-26', 20, 'ifood', 90_000],
    ['2026-10-23', 20, 'ifood', 90_000],
  ])
})
afterAll(() => app.close())

type Sold = readonly [day: string, hour: number, platform: string, grossCents: number]

const sold = (hours: readonly Sold[]) =>
  withStoreScope(app.db, [store], (tx) =>
    tx
      .insertInto('sales_hours')
      .values(
        hours.map(([day, hour, platform, gross]) => ({
          ...zeros,
          store_id: store,
          business_day: day,
          hour,
          platform,
          merchant_id: '',
          type: 'DELIVERY',
          gross_cents: gross,
          store_discount_cents: 1_000,
        })),
      )
      .execute(),
  )

const zeros = {
  received: 1,
  cancelled: 0,
  refused: 0,
  cancelled_cents: 0,
  marketplace_discount_cents: 0,
  refund_cents: 0,
  delivery_fee_cents: 0,
  service_fee_cents: 0,
  tip_cents: 0,
  commission_cents: 0,
  payment_fee_cents: 0,
  logistics_cents: 0,
  promised: 0,
  on_time: 0,
  new_customers: 0,
  returning_customers: 0,
  frequent_customers: 0,
  unidentified_customers: 0,
  refunded_fees_cents: 0,
  chain_discount_cents: 0,
  staff_service_cents: 0,
}
/** Counts how often a store is asked which day it is. */
const asked = 20_261_127

/** Each question leaves a lock behind: a transaction that only reads may not count otherwise. */
const countDays = () =>
  asOwner(`
    alter function running_day(uuid, timestamptz) rename to day_of_store;
    create function running_day(store uuid, at timestamptz) returns date language plpgsql stable as $$
      begin perform pg_advisory_lock_shared(${asked}, (random() * 1e9)::integer); return day_of_store(store, at); end $$;
    grant execute on function running_day(uuid, timestamptz) to balcao_app;`)

async function asOwner(text: string): Promise<readonly { readonly count?: number }[]> {
  const owner = new Client({ connectionString: app.ownerUrl })
  await owner.connect()
  const { rows } = await owner.query<{ readonly count?: number }>(text)
  await owner.end()
  return rows
}

const read = (person: Person, selection: string) => app.call(person, readUsualHour, { query: { selection } })

test('an hour that a channel misses is the mean of that hour on the same weekdays on which the store sold', async () => {
  const { data } = await read(manager, store)
  expect(data.stores).toEqual([
    {
      storeId: store,
      days: 3,
      channels: expect.arrayContaining([
        { platform: 'ifood', centsPerHour: Math.round((39_000 + 19_000) / 3) },
        { platform: 'balcao', centsPerHour: Math.round(8_000 / 3) },
      ]) as unknown,
    },
  ])
})

test('what a store sells is for managers of that store', async () => {
  expect((await read(basic, store)).status).toBe(403)
  expect((await read(manager, other)).status).toBe(404)
})

test('a store is asked for its day once, not for each hour that it sold', async () => {
  await countDays()
  expect((await read(manager, store)).data.stores[0]?.days).toBe(3)
  const locks = `select count(*)::integer as count from pg_locks
    where locktype = 'advisory' and classid = ${asked} and objsubid = 2`
  expect(await asOwner(locks)).toEqual([{ count: 1 }])
})
