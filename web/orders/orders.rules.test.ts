import { expect, test } from 'vitest'
import type { Order } from '../../contract/orders/orders.ts'
import { eventName } from './drawer/event-labels.ts'
import {
  columnOf,
  columnsOf,
  discountText,
  isAllergy,
  mainStep,
  matches,
  mergeOrders,
  paymentText,
  waitingText,
} from './orders.rules.ts'

const now = new Date('2026-11-20T20:30:00Z')
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()

const order = (changes: Partial<Order> = {}): Order => ({
  id: 'a',
  displayId: '12',
  storeId: 's',
  platform: 'balcao',
  merchantId: '',
  externalId: 'e',
  type: 'DELIVERY',
  timing: 'INSTANT',
  status: 'placed',
  pending: null,
  refusal: null,
  businessDay: '2026-11-20',
  createdAt: at(-10),
  statusSince: at(-10),
  promisedAt: at(40),
  preparationStartAt: null,
  confirmBy: null,
  customer: { id: null, name: 'Ana', phone: null, document: null, ordersCount: null },
  items: [],
  fees: [],
  discounts: [],
  payments: [],
  totals: {
    itemsCents: 0,
    feesCents: 0,
    discountCents: 0,
    orderCents: 0,
    prepaidCents: 0,
    pendingCents: 0,
    refundCents: 0,
  },
  delivery: { deliveredBy: 'MERCHANT', address: null, pickupCode: null, notes: null },
  motoboy: null,
  storeNote: null,
  masked: false,
  schedule: null,
  indoor: null,
  notes: null,
  cancellation: null,
  isTest: false,
  version: 1,
  ...changes,
})

test('the board finds a customer by the phone as people write it, and by words without accents', () => {
  const found = order({ customer: { ...order().customer, name: 'João Açaí', phone: '+5511987654321' } })
  for (const typed of [
    '98765-4321',
    '4321',
    '(11) 98765',
    '011 98765-4321',
    '8765-4321',
    '11 8765-4321',
    'joao acai',
  ])
    expect(matches(found, typed, '#12'), typed).toBe(true)
  for (const typed of ['98765-4320', '21 98765-4321', 'joana'])
    expect(matches(found, typed, '#12'), typed).toBe(false)
})

test('a scheduled order waits in its own lane until its time, then goes to the kitchen', () => {
  const scheduled = order({ status: 'confirmed', timing: 'SCHEDULED', preparationStartAt: at(20) })
  expect(columnOf(scheduled, now)).toBe('scheduled')
  expect(mainStep(scheduled, now)).toMatchObject({ action: 'startPreparation', verdict: { allowed: false } })
  expect(columnOf({ ...scheduled, preparationStartAt: at(-1) }, now)).toBe('kitchen')
})

test('delivered orders have a list of their own, the last one first, and there is nothing more to press on them', () => {
  const terms = { timezone: 'America/Sao_Paulo', acceptWithinMs: 600_000 }
  const ended = (id: string, minutes: number, changes: Partial<Order> = {}) =>
    order({ id, status: 'delivered', statusSince: at(-minutes), ...changes })
  const columns = columnsOf(
    [
      ended('early', 16),
      ended('theirs', 4, { platform: 'ifood' }),
      order({ id: 'out', status: 'dispatched' }),
    ],
    now,
    () => terms,
  )
  expect(columns.get('delivered')?.map(({ id }) => id)).toEqual(['theirs', 'early'])
  expect(columns.get('out')?.map(({ id }) => id)).toEqual(['out'])
  for (const one of columns.get('delivered') ?? []) expect(mainStep(one, now)).toBeNull()
  expect(columnsOf([order()], now, () => terms).has('delivered')).toBe(false)
})

test('the payment text names brand, change and where it is collected', () => {
  const pay = (
    payments: Order['payments'],
    prepaidCents: number,
    pendingCents: number,
    type: Order['type'] = 'DELIVERY',
  ) =>
    paymentText(
      order({ type, payments, totals: { ...order().totals, prepaidCents, pendingCents } }),
      (cents) => `R$ ${cents / 100}`,
    )
  const cash = { method: 'CASH', brand: null, cents: 5_000, prepaid: false, changeForCents: 10_000 }
  expect(pay([cash], 0, 5_000)).toBe('Dinheiro · troco para R$ 100 na entrega')
  expect(
    pay(
      [{ method: 'CREDIT', brand: 'VISA', cents: 5_000, prepaid: false, changeForCents: null }],
      0,
      5_000,
      'TAKEOUT',
    ),
  ).toBe('Crédito Visa na retirada')
  expect(
    pay(
      [
        { ...cash, cents: 2_000 },
        { ...cash, method: 'PIX', prepaid: true },
      ],
      3_000,
      2_000,
    ),
  ).toContain('(cobrar R$ 20)')
})

test('a discount without a sponsor is named too', () => {
  const discounts = [{ cents: 500, target: 'CART', sponsors: [{ name: 'MERCHANT', cents: 200 }] }]
  expect(discountText(order({ discounts }), (cents) => `R$ ${cents / 100}`)).toEqual([
    'Desconto R$ 2 · a loja paga',
    'Desconto R$ 3',
  ])
})

test('a discount names its sponsor', () => {
  const discounts = [
    {
      cents: 1_000,
      target: 'CART',
      sponsors: [
        { name: 'MARKETPLACE', cents: 600 },
        { name: 'MERCHANT', cents: 400 },
      ],
    },
  ]
  expect(discountText(order({ discounts, platform: 'ifood' }), (cents) => `R$ ${cents / 100}`)).toEqual([
    'Desconto R$ 6 · o iFood paga',
    'Desconto R$ 4 · a loja paga',
  ])
})

test.each(['Alergia: nozes', 'sou celíaco', 'sem lactose'])('“%s” is marked as an allergy', (note) => {
  expect(isAllergy(note)).toBe(true)
})

test('an older copy of an order never replaces a newer one, and a finished one leaves the board', () => {
  const current = [order({ version: 3, status: 'ready' })]
  expect(mergeOrders(current, [order({ version: 2, status: 'confirmed' })])[0]?.status).toBe('ready')
  expect(mergeOrders(current, [order({ version: 4, status: 'concluded' })])).toEqual([])
})

test('an unknown marketplace event is not shown by its raw name', () => {
  expect(eventName('ARRIVED_AT_ORIGIN', 'ifood')).toBe('Entregador na loja')
  expect(eventName('SOMETHING_NEW', 'ifood')).toBe('Aviso do iFood')
})

test('a step that is not available to the store says what it waits for', () => {
  const waits = order({ status: 'confirmed', timing: 'SCHEDULED', preparationStartAt: at(60) })
  expect(waitingText(waits, now)).toBe('Aguardando o horário')
  expect(waitingText(order({ status: 'ready', platform: 'ifood' }), now)).toBe('Aguardando o entregador')
})
