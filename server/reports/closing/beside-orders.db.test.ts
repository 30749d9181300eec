import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sent } from '../../../contract/shared/route.ts'
import * as profile from '../../../contract/stores/profile.ts'
import type { Deps } from '../../deps.ts'
import { testApp, type Person, type TestApp } from '../../testing/app.ts'
import { relayOutbox } from '../../testing/relay-outbox.ts'
import { effectHandlers } from '../../worker/effect-handlers.ts'
import { waitingForLocks } from '../../testing/held-row.ts'
import {
  applyFate,
  incomingOrder,
  plainOrder,
  type PlannedOrder,
  type TestStore,
} from '../testing/histories.ts'
import { closeStore } from './close-days.ts'
import { differenceText } from './kept-rows.rules.ts'
import { rebuildRollUps } from './rebuild-roll-ups.ts'

/** Days are counted again, and the zone and the start of the day change, while orders are taken and change. */
let app: TestApp
let owner: pg.Client
/** 20:35 in São Paulo and 19:35 in Manaus: the running day is the same by every start that is tried here. */
const now = new Date('2025-11-20T23:35:20Z')
const threeDaysAgo = '2025-11-17'
beforeAll(async () => {
  app = await testApp()
  owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
  app.setClock(now)
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const plain: PlannedOrder = {
  ...plainOrder,
  minute: 1_410,
  refundCents: 151,
  district: 'Centro',
  coupon: 'VOLTA10',
}

interface House {
  readonly stores: readonly TestStore[]
  readonly storeId: string
  readonly person: Person
}

async function house(): Promise<House> {
  const storeId = await app.addStore({ dayStartsAt: '04:00' })
  const store: TestStore = {
    id: storeId,
    storeId,
    timezone: 'America/Sao_Paulo',
    dayStarts: [{ effectiveFrom: '2000-01-01', startsAt: '04:00' }],
    merchants: null,
  }
  return { stores: [store], storeId, person: await app.addPerson('owner', { [storeId]: 'owner' }) }
}
const depsAt = (at: Date): Deps => ({ ...app.deps, now: () => at })

async function take({ stores }: House, planned: PlannedOrder): Promise<void> {
  const order = incomingOrder(stores, { now }, planned)
  await app.deps.intake.take(order)
  await applyFate(depsAt, order, planned, { now })
}

/** Twenty orders of the last nights and for the coming ones: concluded, cancelled, refunded on their day or later. */
async function orders(its: House): Promise<'all came'> {
  const fates = ['concluded', 'cancelled', 'refunded', 'refunded', 'open'] as const
  for (let batch = 0; batch < 4; batch += 1)
    await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        take(its, {
          ...plain,
          back: batch % 3,
          // Just before and after the starts that are tried.
          minute: batch % 3 === 0 ? 300 + index : ([30, 70, 1_380, 1_410, 1_439][index] ?? 0),
          fate: fates[(batch + index) % 5] ?? 'open',
          refundDays: index % 2,
          late: index % 2 === 0,
          customer: 1 + (index % 3),
          ahead: (batch + index) % 5 === 4 ? 400 + index * 30 : null,
        }),
      ),
    )
  return 'all came'
}

/** Repeats until all orders have come, three times at least. */
async function beside(its: House, change: (time: number) => Promise<unknown>): Promise<void> {
  const arrival = orders(its)
  let done = ''
  for (let time = 0; done === '' || time < 3; time += 1) {
    await change(time)
    done = await Promise.race([arrival, Promise.resolve('')])
  }
}

const read = async ({ person, storeId }: House) => {
  const answer = await app.call(person, profile.readStoreProfile, {}, { storeId })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return answer.data
}

async function countAgain(its: House, startsAt: string): Promise<void> {
  const { person, storeId } = its
  const body = { startsAt, from: threeDaysAgo, version: (await read(its)).version }
  const answer = await app.call(person, profile.recalculateDays, { body }, { storeId })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
}

async function differences({ storeId }: House): Promise<string[]> {
  const found: string[] = []
  for (const closes of [false, true]) {
    if (closes) await closeStore(app.db, storeId, now)
    found.push(...(await rebuildRollUps(app.db, storeId, now)).mended.map(differenceText))
  }
  return found
}

/** Orders and refunds that are not on the day that the store's clock says, and how many there are. */
async function counted({ storeId }: House) {
  const { rows } = await owner.query(
    `select count(*)::integer as orders,
       (select sum(received)::integer from sales_days where store_id = $1) as received,
       (select count(*)::integer from order_refunds r where r.store_id = $1) as refunds,
       (select sum(refund_cents)::integer from sales_days where store_id = $1)
         = (select sum(cents)::integer from order_refunds where store_id = $1) as "refundsAgree",
       count(*) filter (where o.business_day <> d.day)::integer as "ordersElsewhere",
       count(*) filter (where o.business_day <> d.day and d.day > '2025-11-20')::integer as "comingElsewhere",
       (select count(*)::integer from order_refunds r
         cross join lateral business_day($1, (select timezone from stores where id = $1), r.refunded_at) d
         where r.store_id = $1 and r.refund_day <> d.day) as "refundsElsewhere"
     from orders o join stores s on s.id = o.store_id
       cross join lateral business_day(s.id, s.timezone, coalesce(o.scheduled_for, o.created_at)) d
     where o.store_id = $1`,
    [storeId],
  )
  return rows[0] as unknown
}

test('past days counted again beside orders that come, are cancelled and refunded lose none and double none', async () => {
  const its = await house()
  const starts = ['05:00', '03:00', '04:30']
  await beside(its, async (time) => {
    await countAgain(its, starts[time % 3] ?? '05:00')
    await closeStore(app.db, its.storeId, now)
  })
  await minutesLater(its)
  expect(await counted(its)).toMatchObject({
    orders: 20,
    received: 20,
    refundsAgree: true,
    ordersElsewhere: 0,
    refundsElsewhere: 0,
  })
  expect(await differences(its)).toEqual([])
})

test('a zone and a start of tomorrow that change beside orders lose none and double none', async () => {
  const its = await house()
  const zones = ['America/Manaus', 'America/Sao_Paulo']
  await beside(its, async (time) => {
    const { person, storeId } = its
    const { logo: _, formerSlugs: _slugs, dayStart: _start, ...kept } = await read(its)
    const body = { ...kept, timezone: zones[time % 2] ?? '' } as Sent<typeof profile.saveStoreProfile>['body']
    const saved = await app.call(person, profile.saveStoreProfile, { body }, { storeId })
    expect([saved.status, saved.body.details]).toEqual([200, undefined])
    const start = { startsAt: time % 3 ? '05:00' : '03:00', from: '2025-11-21', version: saved.data.version }
    expect((await app.call(person, profile.saveDayStart, { body: start }, { storeId })).status).toBe(200)
    await closeStore(app.db, storeId, now)
  })
  await minutesLater(its)
  expect(await counted(its)).toMatchObject({
    orders: 20,
    received: 20,
    refundsAgree: true,
    comingElsewhere: 0,
  })
  expect(await differences(its)).toEqual([])
})

/** The effects that are due then, as the worker runs them. */
async function minutesLater({ storeId }: House): Promise<void> {
  const deps = depsAt(new Date(now.getTime() + 6 * 60_000))
  while ((await relayOutbox(deps, [storeId], effectHandlers(deps))) > 0);
}

/** At 04:30, which is a day of its own from 04:00 on and the night before from 05:00 on. */
const beforeFive: PlannedOrder = { ...plain, minute: 30, fate: 'open' }

test('an order that is being taken when days are counted again is counted again too, within minutes', async () => {
  const its = await house()
  const writer = new pg.Client({ connectionString: app.ownerUrl })
  await writer.connect()
  await writer.query('begin')
  const order = incomingOrder(its.stores, { now }, beforeFive)
  await writer.query('select take_orders($1::jsonb)', [JSON.stringify([{ ...order, index: 0 }])])
  const counting = countAgain(its, '05:00')
  // No change waits for an order, and no order for a change.
  await counting
  await writer.query('commit')
  await writer.end()
  await minutesLater(its)
  expect(await counted(its)).toMatchObject({ orders: 1, received: 1, ordersElsewhere: 0 })
  expect(await differences(its)).toEqual([])
})

test('an order that comes while days are counted again is on the day of the new start, within minutes', async () => {
  const its = await house()
  await take(its, beforeFive)
  const holder = new pg.Client({ connectionString: app.ownerUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from orders where store_id = $1 for update', [its.storeId])
  const counting = countAgain(its, '05:00')
  await waitingForLocks(owner)
  await take(its, { ...beforeFive, customer: 2 })
  await holder.query('commit')
  await holder.end()
  await counting
  await minutesLater(its)
  expect(await counted(its)).toMatchObject({ orders: 2, received: 2, ordersElsewhere: 0 })
  expect(await differences(its)).toEqual([])
})

test('an order for tomorrow that is being taken when the start of tomorrow changes is for its new day', async () => {
  const its = await house()
  const writer = new pg.Client({ connectionString: app.ownerUrl })
  await writer.connect()
  await writer.query('begin')
  // From 20:30 to tomorrow, 04:30.
  const order = incomingOrder(
    its.stores,
    { now },
    { ...plain, back: 0, minute: 990, fate: 'open', ahead: 480 },
  )
  await writer.query('select take_orders($1::jsonb)', [
    JSON.stringify([{ ...order, index: 0, scheduled_for: order.detail.schedule?.start }]),
  ])
  const { version } = await read(its)
  const body = { startsAt: '05:00', from: '2025-11-21', version }
  const saved = await app.call(its.person, profile.saveDayStart, { body }, { storeId: its.storeId })
  expect(saved.status).toBe(200)
  await writer.query('commit')
  await writer.end()
  expect(await counted(its)).toMatchObject({ ordersElsewhere: 1 })
  await minutesLater(its)
  expect(await counted(its)).toMatchObject({ orders: 1, received: 1, ordersElsewhere: 0 })
  expect(await differences(its)).toEqual([])
})
