import { describe, expect, test } from 'vitest'
import { orderDocument } from '../../../simulator/open-delivery/order-document.ts'
import { sanitiseOrder } from '../sanitise/sanitise-order.ts'
import { openDeliveryOrder } from './order.ts'
import { standard } from './profile.ts'

const at = new Date('2026-11-20T22:00:00Z')
const merchant = { id: '22815773000169-dbc7e35a-c936-4665-9e13-eb55eb8b6824', name: 'Brasa' }
type Type = 'DELIVERY' | 'TAKEOUT' | 'INDOOR'
const sent = (fields: object = {}, type: Type = 'DELIVERY') =>
  orderDocument(
    { merchantId: merchant.id, type, fields: fields as Readonly<Record<string, unknown>> },
    { displayId: 'OD-1', merchant, at },
  )
const read = (document: unknown) => sanitiseOrder(openDeliveryOrder(standard, document, at), at)
const price = (value: number, currency = 'BRL') => ({ value, currency })
const line = (more: object) => ({
  id: 'i',
  name: 'Picanha',
  externalCode: 'P',
  unit: 'UN',
  quantity: 1,
  unitPrice: price(10),
  totalPrice: price(10),
  ...more,
})

test('a whole order has no doubts', () => {
  const order = read(sent())
  expect([order.doubts, order.notUnderstood]).toEqual([[], []])
  expect(order).toMatchObject({
    merchantId: merchant.id,
    displayId: 'OD-1',
    timing: 'INSTANT',
    promisedAt: new Date('2026-11-20T22:40:00Z'),
    discounts: [{ cents: 500, sponsors: [{ name: 'MERCHANT', cents: 500 }], code: 'CINCO' }],
    payments: [{ method: 'CREDIT', brand: 'VISA', cents: 3_890, prepaid: true }],
    isTest: false,
  })
})

describe('decimals become centavos', () => {
  test.each([
    [10.075, 1_008],
    [0.1, 10],
    [1.005, 101],
    [19.99, 1_999],
    [1_234.56, 123_456],
  ])('%d reais are %d', (reais, cents) => {
    expect(read(sent({ items: [line({ unitPrice: price(reais) })] })).items[0]?.unitPriceCents).toBe(cents)
  })

  test('a fraction of a centavo and another currency are doubts', () => {
    expect(read(sent({ items: [line({ unitPrice: price(10.0075) })] })).doubts).toContain('items.unitPrice')
    expect(read(sent({ items: [line({ totalPrice: price(10, 'USD') })] })).doubts).toContain(
      'items.totalPrice',
    )
  })
})

describe('sums that differ are said, and the amounts stay as they were sent', () => {
  test('of an item with its options', () => {
    const order = read(sent({ items: [line({ quantity: 2, totalPrice: price(25) })] }))
    expect(order.items[0]?.totalCents).toBe(2_500)
    expect(order.notUnderstood?.[0]).toBe(
      'Conta diferente: Picanha dá R$ 20,00, e o aplicativo diz R$ 25,00.',
    )
  })

  test('of the options of an item', () => {
    const options = [{ ...line({ name: 'Farofa' }), totalPrice: price(3), unitPrice: price(3) }]
    const order = read(sent({ items: [line({ options, optionsPrice: price(2), totalPrice: price(12) })] }))
    expect(order.notUnderstood?.[0]).toBe(
      'Conta diferente: As opções de Picanha somam R$ 3,00, e o aplicativo diz R$ 2,00.',
    )
  })

  test('but half a centavo of a weight may go either way', () => {
    const weighed = { unit: 'KG', quantity: 0.335, unitPrice: price(89.9) }
    const of = (total: number) =>
      read(
        sent({
          items: [line({ ...weighed, totalPrice: price(total) })],
          otherFees: [],
          discounts: [],
          total: {
            itemsPrice: price(total),
            otherFees: price(0),
            discount: price(0),
            orderAmount: price(total),
          },
          payments: { prepaid: 0, pending: 0, methods: [] },
        }),
      )
    expect(of(30.11).notUnderstood).toEqual([])
    expect(of(30.12).notUnderstood).toEqual([])
    expect(of(30.14).notUnderstood).toHaveLength(1)
    expect(of(30.12).items[0]).toMatchObject({ quantity: 0.335, notes: 'Quantidade em KG' })
  })
})

test('an order for a table says where, and who serves it', () => {
  const order = read(
    sent({ indoor: { mode: 'TAB', tab: '33', seat: 'B', waiterCode: '7', indoorDateTime: at } }, 'INDOOR'),
  )
  expect(order).toMatchObject({
    type: 'INDOOR',
    indoor: { place: 'Comanda 33 · Lugar B' },
    notes: 'Garçom: 7',
  })
})

test('an order on demand waits for the application’s word, and a brand is said', () => {
  const order = read(sent({ orderTiming: 'ONDEMAND', virtualBrand: 'Brasa Kids', extraInfo: 'Sem sacola' }))
  expect(order).toMatchObject({
    timing: 'ONDEMAND',
    notes: 'Sem sacola · Só prepare quando o aplicativo pedir. · Marca: Brasa Kids',
  })
})

test.each([
  ['DELIVERY', { sendDelivered: true }, true],
  ['DELIVERY', { sendPickedUp: true }, false],
  ['DELIVERY', {}, false],
  ['TAKEOUT', { sendPickedUp: true }, true],
  ['TAKEOUT', { sendDelivered: true }, false],
  ['INDOOR', { sendDelivered: true, sendPickedUp: true }, false],
] as const)('a %s with %j asks for its delivery: %s', (type, flags, asked) => {
  expect(read(sent(flags, type)).asksDelivered).toBe(asked)
})

test('what the marketplace delivers is not said by the store', () => {
  const { delivery } = sent() as unknown as { delivery: object }
  const order = read(sent({ sendDelivered: true, delivery: { ...delivery, deliveredBy: 'MARKETPLACE' } }))
  expect(order.asksDelivered).toBe(false)
})

test('texts and lists that nothing reads are lines with their place', () => {
  const option = { ...line({ name: 'Queijo', unitPrice: price(0), totalPrice: price(0) }), corte: 'Fino' }
  const order = read(
    sent({ brinde: { tipo: 'Adesivo' }, items: [line({ ponto: 'Malpassado', options: [option] })] }),
  )
  expect(order.notUnderstood).toEqual(
    expect.arrayContaining([
      'Adesivo (brinde)',
      'Picanha: Malpassado (ponto)',
      'Picanha, Queijo: Fino (corte)',
    ]),
  )
  expect(order.raw).toMatchObject({ brinde: { tipo: 'Adesivo' } })
})

test.each([null, 7, {}, { items: 'x', total: null }, { items: [null, {}], customer: 'Bia' }])(
  'a document that is odd (%j) is still an order',
  (document) => {
    expect(read(document).doubts?.length).toBeGreaterThan(0)
  },
)
