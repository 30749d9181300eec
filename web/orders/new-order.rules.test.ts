import { safeParse } from 'zod/mini'
import { expect, test } from 'vitest'
import { placeOrderBody } from '../../contract/orders.ts'
import { draftProblems, draftTotal, orderOf, type OrderDraft } from './new-order.rules.ts'

const draft: OrderDraft = {
  type: 'DELIVERY',
  name: ' Ana ',
  phone: '(11) 98765-4321',
  place: '',
  street: 'Rua das Flores',
  number: '',
  complement: '',
  district: 'Centro',
  city: 'São Paulo',
  state: 'SP',
  items: [{ name: 'Pizza', externalCode: 'PZ', quantity: 2, price: '34,50', notes: 'sem cebola' }],
  deliveryFee: '8',
  method: 'CASH',
  changeFor: '100,00',
  notes: '',
}

test('a typed order becomes one that the server takes, to the centavo', () => {
  expect(draftProblems(draft)).toEqual({})
  expect(draftTotal(draft)).toBe(7_700)
  const body = orderOf(draft)
  expect(safeParse(placeOrderBody, body).success).toBe(true)
  expect(body).toMatchObject({
    customer: { name: 'Ana', phone: '+5511987654321' },
    orderCents: 7_700,
    payments: [{ method: 'CASH', cents: 7_700, changeForCents: 10_000 }],
    delivery: { address: { number: 's/n' } },
  })
})

test('what cannot be read is said at its field, and nothing is guessed', () => {
  const wrong = {
    ...draft,
    name: '',
    phone: '123',
    street: '',
    changeFor: '50,00',
    deliveryFee: '8.50',
    items: [],
  }
  expect(Object.keys(draftProblems(wrong)).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'deliveryFee',
    'items',
    'name',
    'phone',
    'street',
  ])
  expect(draftProblems({ ...draft, changeFor: '50,00' })).toEqual({
    changeFor: 'O troco é para menos que o total.',
  })
  expect(draftProblems({ ...draft, type: 'INDOOR' })).toEqual({ place: 'Informe a mesa.' })
  expect(orderOf({ ...draft, type: 'TAKEOUT' })).toMatchObject({
    delivery: null,
    fees: [],
    orderCents: 6_900,
  })
})
