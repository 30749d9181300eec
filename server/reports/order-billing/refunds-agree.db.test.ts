import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectedCents, netCents } from '../../../contract/reports/metrics/metrics.ts'
import { withStoreScope } from '../../db/scope.ts'
import { handleInbox } from '../../marketplaces/inbox/handle-inbox.ts'
import { orderInbox } from '../../orders/orders.ts'
import { closeStore } from '../closing/close-days.ts'
import { rebuildRollUps } from '../closing/rebuild-roll-ups.ts'
import { readQualityReport } from '../quality/read-quality-report.ts'
import { readSaleReport } from '../sale/read-sale-report.ts'
import {
  incomingOrder,
  makeStores,
  orderOf,
  type PlannedOrder,
  type TestStore,
} from '../testing/histories.ts'
import { createReportHarness, type ReportHarness } from '../testing/report-harness.ts'
import { readOrderBilling } from './read-order-billing.ts'

let house: ReportHarness
beforeAll(async () => {
  house = await createReportHarness(4)
})
afterAll(() => house.close())

const now = new Date('2026-11-20T23:35:20Z')
const minute = 60_000

interface Argued {
  readonly order: PlannedOrder
  readonly disputes: readonly {
    readonly cents: number
    readonly end: 'ACCEPTED' | 'REJECTED' | 'EXPIRED' | null
    readonly after: number
  }[]
  /** Minutes after the conclusion; null: never. */
  readonly cancelledAfter: number | null
}

const argued: fc.Arbitrary<Argued> = fc.record({
  order: orderOf.map((order) => ({
    ...order,
    store: 0,
    channel: 'm-1',
    fate: 'open' as const,
    isTest: false,
    back: Math.max(1, order.back),
    // What came back did so after the order's day began.
    ahead: typeof order.ahead === 'number' ? Math.min(order.ahead, 300) : null,
  })),
  disputes: fc.array(
    fc.record({
      cents: fc.integer({ min: 1, max: 30_000 }),
      end: fc.constantFrom('ACCEPTED', 'ACCEPTED', 'REJECTED', 'EXPIRED', null),
      after: fc.integer({ min: 1, max: 90 }),
    }),
    { maxLength: 3 },
  ),
  cancelledAfter: fc.constantFrom(null, null, null, -20, 30, 120),
})

interface Sent {
  readonly code: string
  readonly at: Date
  readonly metadata?: object
}

function eventsOf({ disputes, cancelledAfter }: Argued, placed: number): readonly Sent[] {
  const done = placed + 40 * minute
  return [
    { code: 'PLACED', at: new Date(placed) },
    { code: 'CONFIRMED', at: new Date(placed + 2 * minute) },
    { code: 'CONCLUDED', at: new Date(done) },
    ...disputes.flatMap(({ cents, end, after }): Sent[] => {
      const disputeId = uuidv7()
      const amount = { value: (cents / 100).toFixed(2), currency: 'BRL' }
      const opened = {
        disputeId,
        action: 'PROPOSED_AMOUNT_REFUND',
        timeoutAction: 'ACCEPT_CANCELLATION',
        metadata: { items: [{ amount }] },
      }
      return [
        { code: 'HANDSHAKE_DISPUTE', at: new Date(done + minute), metadata: opened },
        ...(end
          ? [
              {
                code: 'HANDSHAKE_SETTLEMENT',
                at: new Date(done + after * minute),
                metadata: { disputeId, status: end },
              },
            ]
          : []),
      ]
    }),
    ...(cancelledAfter === null
      ? []
      : [
          {
            code: 'CANCELLED',
            at: new Date(done + cancelledAfter * minute),
            metadata: { CANCEL_ORIGIN: 'CONSUMER', CANCEL_REASON: 'Não chegou' },
          },
        ]),
  ]
}

async function send(store: TestStore, externalId: string, batch: readonly (Sent & { id: string })[]) {
  await withStoreScope(house.database.db, [store.id], (tx) =>
    tx
      .insertInto('inbox')
      .values(
        batch.map(({ id, code, at, metadata }) => ({
          store_id: store.id,
          source: 'ifood',
          event_id: uuidv7(),
          order_external_id: externalId,
          code,
          payload: JSON.stringify({ id, code, fullCode: code, createdAt: at.toISOString(), metadata }),
          partner_at: at,
          via: 'polling',
          next_try_at: new Date(0),
        })),
      )
      .execute(),
  )
  await handleInbox(house.depsAt(now), store.id, orderInbox)
}

const callOf = (store: TestStore, query: object): never =>
  ({
    deps: house.depsAt(now),
    stores: [{ storeId: store.id, merchants: null, role: 'owner' }],
    query: { from: '2026-10-15', to: '2026-11-20', comparison: 'none', format: 'json', ...query },
    now,
  }) as never

test('what came back to customers is one amount in Qualidade, Vendas and Repasses, whatever order the events arrive in', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(argued, { minLength: 1, maxLength: 6 }),
      fc.infiniteStream(fc.nat()),
      fc.boolean(),
      async (list, random, closesInBetween) => {
        const [store] = await makeStores(house.owner, { now })
        if (!store) throw new Error('no store')
        const queue: { externalId: string; events: (Sent & { id: string })[] }[] = []
        for (const one of list) {
          const order = incomingOrder([store], { now }, one.order)
          await house.depsAt(now).intake.take(order)
          const events = eventsOf(one, Date.parse(order.created_at)).map((event) => ({
            ...event,
            id: uuidv7(),
          }))
          const shuffled = [...events, ...events.slice(1)]
            .map((event) => ({ event, at: random.next().value as number }))
            .toSorted((a, b) => a.at - b.at)
            .map(({ event }) => event)
          queue.push({ externalId: order.external_id, events: shuffled })
        }
        for (const { externalId, events } of queue) {
          await send(store, externalId, events.slice(0, 3))
          if (closesInBetween) await closeStore(house.database.db, store.id, now)
          await send(store, externalId, events.slice(3))
        }

        const sale = await readSaleReport(callOf(store, { by: 'day', pivot: 'channel' }))
        const billing = await readOrderBilling(callOf(store, { basis: 'sale' }))
        const quality = await readQualityReport(callOf(store, {}))
        const { rows } = await house.owner.query<Record<string, number>>(
          `select coalesce(sum(cents) filter (where status <> 'cancelled'), 0)::int as items,
            coalesce(sum(fees_cents), 0)::int as fees,
            coalesce(sum(cents + fees_cents) filter (where source = 'dispute'), 0)::int as disputes,
            coalesce(sum(cents + fees_cents) filter (where source = 'late-cancellation'), 0)::int as late,
            count(*) filter (where status = 'cancelled')::int as "ofCancelled"
          from order_refunds r join orders o on o.store_id = r.store_id and o.id = r.order_id where r.store_id = $1`,
          [store.id],
        )
        const kept = rows[0] ?? {}
        expect(kept.ofCancelled).toBe(0)
        expect([sale.totals.refundCents, sale.totals.refundedFeesCents]).toEqual([kept.items, kept.fees])
        const lostOfCancelled = await house.owner.query<{ cents: number }>(
          `select coalesce(sum(d.lost_cents), 0)::int as cents from disputes d
            join orders o on o.store_id = d.store_id and o.id = d.order_id
          where d.store_id = $1 and o.status = 'cancelled'`,
          [store.id],
        )
        expect(quality.disputes.lostCents - (lostOfCancelled.rows[0]?.cents ?? 0)).toBe(kept.disputes)
        expect(billing.totals.estimate.adjustmentCents).toBe(-((kept.disputes ?? 0) + (kept.late ?? 0)) || 0)
        expect(sale.totals.refundCents + sale.totals.refundedFeesCents).toBe(
          -billing.totals.estimate.adjustmentCents || 0,
        )

        const listed = sale.refunds.made.cents + sale.refunds.after.cents
        expect(listed).toBe(sale.totals.refundCents + sale.totals.refundedFeesCents)
        // What should be there, from the histories alone.
        const expected = list.map(({ disputes, cancelledAfter, order }) => {
          const gross = order.items.reduce((sum, item) => sum + item.cents * item.quantity, 0)
          const net = gross - order.storeDiscountCents
          const fees = order.deliveryCents + order.serviceCents + order.tipCents
          const paid = net - order.marketplaceDiscountCents + fees
          if (cancelledAfter !== null && cancelledAfter < 0) return 0
          if (cancelledAfter !== null) return net + fees
          const lost = disputes
            .filter((one) => one.end === 'ACCEPTED' || one.end === 'EXPIRED')
            .reduce((sum, one) => sum + one.cents, 0)
          return Math.min(lost, paid)
        })
        const whole = sale.totals.refundCents + sale.totals.refundedFeesCents
        expect(whole).toBe(expected.reduce((sum, cents) => sum + cents, 0))
        expect(netCents(sale.totals)).toBeGreaterThanOrEqual(0)
        expect(collectedCents(sale.totals)).toBeGreaterThanOrEqual(0)
        await closeStore(house.database.db, store.id, now)
        expect(await rebuildRollUps(house.database.db, store.id, now)).toMatchObject({ mended: [] })
      },
    ),
    { numRuns: 8, endOnFailure: true },
  )
})

const plain: PlannedOrder = {
  store: 0,
  channel: 'm-1',
  back: 2,
  minute: 600,
  type: 'DELIVERY',
  items: [{ product: 1, quantity: 1, cents: 5_000 }],
  deliveryCents: 800,
  serviceCents: 0,
  tipCents: 0,
  storeDiscountCents: 0,
  marketplaceDiscountCents: 0,
  split: false,
  customer: null,
  fate: 'open',
  late: false,
  score: null,
  refundCents: 1,
}

test('a refund counts on the day it was given, with its order beside it, and the closed day of the order stays as it was', async () => {
  const [store] = await makeStores(house.owner, { now })
  if (!store) throw new Error('no store')
  const order = incomingOrder([store], { now }, plain)
  await house.depsAt(now).intake.take(order)
  const nextDay = Date.parse(order.created_at) + 24 * 60 * minute
  const events = eventsOf({ order: plain, disputes: [], cancelledAfter: null }, Date.parse(order.created_at))
  const metadata = { CANCEL_ORIGIN: 'CONSUMER', CANCEL_REASON: 'Não chegou' }
  const late = { code: 'CANCELLED', at: new Date(nextDay), metadata }
  const arrive = (sent: readonly Sent[]) =>
    send(
      store,
      order.external_id,
      sent.map((event) => ({ ...event, id: uuidv7() })),
    )
  await arrive(events)
  await closeStore(house.database.db, store.id, new Date(nextDay))
  await arrive([late])
  const sold = await readSaleReport(
    callOf(store, { from: '2026-11-18', to: '2026-11-18', by: 'day', pivot: 'channel' }),
  )
  expect([sold.totals.grossCents, sold.totals.refundCents, sold.totals.refundedFeesCents]).toEqual([
    5_000, 0, 0,
  ])
  expect([collectedCents(sold.totals), sold.totals.cancelled]).toEqual([5_800, 0])
  expect(sold.changes.rows).toEqual([])
  expect(sold.refunds).toMatchObject({ made: { count: 0 }, after: { count: 1, cents: 5_800 } })
  const after = await readSaleReport(
    callOf(store, { from: '2026-11-19', to: '2026-11-19', by: 'day', pivot: 'channel' }),
  )
  expect([after.totals.received, after.totals.refundCents, after.totals.refundedFeesCents]).toEqual([
    0, 5_000, 800,
  ])
  expect(collectedCents(after.totals)).toBe(-5_800)
  expect(after.pivot.rows).toMatchObject([{ key: 'ifood', current: { orders: 0, cents: -5_000 } }])
  expect(after.refunds.made).toEqual({ count: 1, cents: 5_800 })
  expect(after.refunds.rows).toMatchObject([
    {
      orderId: order.id,
      soldOn: '2026-11-18',
      refundedOn: '2026-11-19',
      source: 'late-cancellation',
      reason: 'Não chegou',
      by: 'customer',
      dayHadEnded: true,
      afterPeriod: false,
    },
  ])
})
