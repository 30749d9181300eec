import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { orderView as orderSchema } from '../../../contract/orders/orders.ts'
import { shownOrder } from '../../orders/board/shown-order.ts'
import { hostileDocument } from '../../testing/hostile/documents.ts'
import { boardOrderOf as boardOrderAt } from '../../testing/marketplaces/board-order.ts'
import { originalText } from './storable.ts'

const now = new Date('2026-11-20T21:02:12Z')
const storeId = '0198f000-0000-7000-8000-000000000001'
const boardOrderOf = (document: unknown) => boardOrderAt(document, now)

const smallint = 32_767
const int4 = 2_147_483_647
const isStorable = (value: unknown): boolean => {
  const text = JSON.stringify(value)
  return !/\\u0000|\\ud[89a-f]/i.test(text.replaceAll('\\\\', '')) && text.isWellFormed()
}

function expectTakeable(document: unknown): void {
  const { row, order } = boardOrderOf(document)
  expect(order && z.safeParse(orderSchema, order).success).toBe(true)
  expect(isStorable(row)).toBe(true)
  expect(row.items.length).toBeLessThan(smallint)
  const isAmount = (cents: unknown) => Number.isInteger(cents) && Math.abs(cents as number) < int4
  const wrong = Object.entries(row).filter(([name, cents]) => name.endsWith('_cents') && !isAmount(cents))
  expect([wrong, row.items.filter((item) => item.quantity_milli <= 0)]).toEqual([[], []])
}

test('any document with an id becomes an order that the board shows and PostgreSQL can hold', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), fc.string(), (document, id) => {
      expectTakeable({ ...document, id })
    }),
    { numRuns: 300 },
  )
})

test('documents that are spoilt in places become such orders', () => {
  for (let seed = 0; seed < 500; seed += 1) expectTakeable(hostileDocument(seed))
})

test('the original is kept whole, unknown fields and unstorable letters too', () => {
  const document = { id: 'a', name: 'x', future: { field: ['n\0n', 'meia \ud83d'] } }
  const { row } = boardOrderOf(document)
  expect(JSON.parse(String(row.detail.partner?.[originalText]))).toEqual(document)
  expect(boardOrderOf({ id: 'a', future: { field: 1 } }).row.detail.partner).toEqual({
    id: 'a',
    future: { field: 1 },
  })
})

test('an order says that something of it is missing, and one that is whole does not', () => {
  const whole = {
    id: 'a',
    orderType: 'TAKEOUT',
    createdAt: '2026-11-20T21:02:11Z',
    merchant: { id: 'm' },
    items: [{ name: 'Suco', quantity: 1, unitPrice: 9, totalPrice: 9, observations: 'x'.repeat(5_000) }],
    total: { orderAmount: 9 },
  }
  expect(boardOrderOf(whole).order?.incomplete).toBeUndefined()
  expect(boardOrderOf(whole).order?.items[0]?.notes).toHaveLength(1_000)
  expect(boardOrderOf({ ...whole, total: {} }).order?.incomplete).toBe(true)
  expect(
    boardOrderOf({ ...whole, items: Array.from({ length: 300 }, () => whole.items[0]) }).order,
  ).toMatchObject({
    incomplete: true,
    items: { length: 200 },
  })
})

test('an amount that no order can have counts as nothing, and an unknown total is what the parts add up to', () => {
  const item = { name: 'Suco', quantity: 1e9, unitPrice: 9, totalPrice: 9 }
  const { row, order } = boardOrderOf({
    id: 'a',
    items: [item, { ...item, totalPrice: 1e12 }],
    total: { orderAmount: 1e300, deliveryFee: 5 },
  })
  expect(order).toMatchObject({ incomplete: true, totals: { itemsCents: 900, orderCents: 1_400 } })
  expect(row.items.map((one) => one.quantity_milli)).toEqual([1_000, 1_000])
})

test('a stored row that no reply can carry is shown with what is known', () => {
  const { row } = boardOrderOf({ id: 'a', displayId: '77', total: { orderAmount: 9 } })
  const stored = {
    ...row,
    display_id: '77',
    business_day: 'x',
    version: 1,
    pending_action: null,
    pending_since: null,
  }
  const shown = shownOrder(
    {
      ...stored,
      created_at: new Date('-100000-01-01T00:00:00Z'),
      status_since: now,
      promised_at: null,
      preparation_start_at: null,
      confirm_by: null,
      customer_id: null,
      customer_seq: null,
      refunded_fees_cents: 0,
      detail: { fees: 'x' },
    },
    [],
  )
  expect(shown).toMatchObject({
    displayId: '77',
    storeId,
    platform: 'ifood',
    status: 'placed',
    incomplete: true,
  })
})
