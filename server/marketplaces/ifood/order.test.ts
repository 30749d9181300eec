import { expect, test } from 'vitest'
import { incomingFromMarketplace } from '../../orders/taking/marketplace-order.ts'
import { ifoodOrder as readOrder } from './order.ts'

const terms = {
  platform: 'ifood',
  storeId: '0198f000-0000-7000-8000-000000000001',
  orderId: '0198f000-0000-7000-8000-0000000000ff',
  commissionBps: 1_200,
  typesOff: [],
  paymentFeeBps: 320,
  now: new Date('2026-11-20T21:02:12Z'),
}

/** The document through the door, and then as the row that the orders room takes. */
const ifoodOrder = (sent: unknown, given: typeof terms) =>
  incomingFromMarketplace(readOrder(sent, given.now), given)

/** Synthetic, in the shape of iFood's order details: scheduled, two payments, two sponsors, unknown fields. */
const document = {
  id: '7d1c1f0e-6f8e-4a55-9c1a-1f3f5e0a9b01',
  displayId: '4821',
  orderType: 'DELIVERY',
  orderTiming: 'SCHEDULED',
  createdAt: '2026-11-20T21:02:11.4Z',
  preparationStartDateTime: '2026-11-20T22:10:00Z',
  merchant: { id: '5f0f6a7e-2c44-4d0e-8a6e-3a3f0a8c7d10', name: 'Loja Fictícia' },
  customer: {
    id: 'c',
    name: 'Cliente de Teste',
    documentNumber: '00000000000',
    phone: { number: '0800 000 0000', localizer: '12345678' },
    ordersCountOnMerchant: 0,
  },
  items: [
    {
      index: 1,
      id: 'i',
      externalCode: 'PZ-01',
      name: 'Pizza média',
      quantity: 2,
      unitPrice: 30.0,
      optionsPrice: 8.0,
      totalPrice: 68.0,
      observations: 'Sem cebola',
      options: [{ name: 'Borda de catupiry', groupName: 'Borda', quantity: 2, unitPrice: 4.0, price: 8.0 }],
    },
  ],
  benefits: [
    {
      value: 10.0,
      target: 'CART',
      sponsorshipValues: [
        { name: 'IFOOD', value: 6.0 },
        { name: 'MERCHANT', value: 4.0 },
      ],
    },
  ],
  additionalFees: [{ type: 'SMALL_ORDER_FEE', value: 0.99 }],
  total: { subTotal: 68.0, deliveryFee: 7.5, additionalFees: 0.99, benefits: 10.0, orderAmount: 66.49 },
  payments: {
    prepaid: 40.0,
    pending: 26.49,
    methods: [
      {
        value: 40.0,
        currency: 'BRL',
        method: 'CREDIT',
        type: 'ONLINE',
        prepaid: true,
        card: { brand: 'VISA' },
      },
      {
        value: 26.49,
        currency: 'BRL',
        method: 'CASH',
        type: 'OFFLINE',
        prepaid: false,
        cash: { changeFor: 50.0 },
      },
    ],
  },
  delivery: {
    mode: 'DEFAULT',
    deliveredBy: 'MERCHANT',
    deliveryDateTime: '2026-11-20T23:00:00Z',
    observations: 'Deixar na portaria',
    pickupCode: '1234',
    deliveryAddress: { streetName: 'Rua Fictícia', streetNumber: '10', neighborhood: 'Centro' },
  },
  schedule: { deliveryDateTimeStart: '2026-11-20T22:45:00Z', deliveryDateTimeEnd: '2026-11-20T23:15:00Z' },
  somethingNew: { kept: true },
}

test('reais are converted to centavos once, and the order’s sums match', () => {
  const order = ifoodOrder(document, terms)
  const fees = order.detail.fees.reduce((sum, fee) => sum + fee.cents, 0)
  const discounts = order.detail.discounts.reduce((sum, discount) => sum + discount.cents, 0)
  expect([order.gross_cents, fees, discounts, order.order_cents]).toEqual([6_800, 849, 1_000, 6_649])
  expect(order.gross_cents + fees - discounts).toBe(order.order_cents)
  expect(order.detail.payments.reduce((sum, payment) => sum + payment.cents, 0)).toBe(order.order_cents)
})

test('a discount’s sponsor is stored, and only the store’s part lowers its sales', () => {
  const order = ifoodOrder(document, terms)
  expect([order.store_discount_cents, order.marketplace_discount_cents]).toEqual([400, 600])
})

test('brand, change, pickup code, document, schedule and notes are mapped to the card', () => {
  const { detail, timing, preparation_start_at: start, items } = ifoodOrder(document, terms)
  expect(detail.payments).toMatchObject([
    { method: 'CREDIT', brand: 'VISA', prepaid: true },
    { method: 'CASH', changeForCents: 5_000 },
  ])
  expect(detail.delivery).toMatchObject({
    pickupCode: '1234',
    notes: 'Deixar na portaria',
    deliveredBy: 'MERCHANT',
  })
  expect([detail.customer.document, timing, start]).toEqual([
    '00000000000',
    'SCHEDULED',
    '2026-11-20T22:10:00.000Z',
  ])
  expect(items[0]?.detail).toMatchObject({
    notes: 'Sem cebola',
    options: [{ name: 'Borda de catupiry', unitPriceCents: 400 }],
  })
})

test('a scheduled order must be confirmed within eight minutes of its preparation start', () => {
  expect(ifoodOrder(document, terms).confirm_by).toBe('2026-11-20T22:18:00.000Z')
})

test('the relay phone identifies nobody', () => {
  expect(ifoodOrder(document, terms).customer.phone).toBeNull()
})

test('unknown fields and values are stored and never fail', () => {
  const strange = {
    ...document,
    orderType: 'SPACESHIP',
    payments: { methods: [{ value: 66.49, method: 'SEASHELLS' }] },
  }
  const order = ifoodOrder(strange, terms)
  expect(order.detail.payments[0]?.method).toBe('SEASHELLS')
  expect(order.detail.partner).toMatchObject({ somethingNew: { kept: true } })
})

test('iFood’s deductions are estimated from the contract: commission, payment fee, its own fees', () => {
  const order = ifoodOrder(document, terms)
  expect([order.commission_cents, order.payment_fee_cents, order.logistics_cents]).toEqual([768, 128, 99])
})
