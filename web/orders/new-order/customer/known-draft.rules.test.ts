import { expect, test } from 'vitest'
import type { KnownCustomer } from '../../../../contract/orders/known-customer.ts'
import type { OrderAddress } from '../../../../contract/orders/orders.ts'
import type { Store } from '../../../../contract/stores/stores.ts'
import { emptyDraft } from '../empty-draft.rules.ts'
import { broughtBy, broughtNothing, repeated } from './known-draft.rules.ts'

const store = {
  phone: '+551130001000',
  modulesOff: [],
  address: { city: 'São Paulo', state: 'SP', timezone: 'America/Sao_Paulo' },
} as unknown as Store
const home: OrderAddress = {
  ...{ street: 'Rua das Acácias', number: '453', complement: 'apto 42', reference: null },
  ...{ district: 'Vila Modelo', city: 'São Paulo', state: 'SP', zipCode: null, lat: -23.5, lng: -46.6 },
}
const livia: KnownCustomer = {
  name: 'Lívia Prado',
  ordersCount: 8,
  addresses: [home],
  lastOrder: {
    at: '2026-11-20T22:00:00.000Z',
    type: 'DELIVERY',
    method: 'CASH',
    orderCents: 5_500,
    items: [{ productKey: 'x', name: 'Nhoque', quantity: 1, notes: null, options: [] }],
  },
}
const broughtLivia = { name: livia.name, address: home, type: 'DELIVERY' } as const
const draft = emptyDraft(store)

test('a known telephone brings name, address with its point, and the way of the last order', () => {
  expect(broughtBy(livia, draft, broughtNothing, store)).toMatchObject({
    ...{ name: 'Lívia Prado', type: 'DELIVERY', street: 'Rua das Acácias', complement: 'apto 42' },
    point: { lat: -23.5, lng: -46.6, source: 'order' },
  })
})

test('what a person typed stays', () => {
  const typed = { ...draft, name: 'Mãe da Lívia', street: 'Rua Nova', number: '1' }
  const change = broughtBy(livia, typed, broughtNothing, store)
  expect(change).not.toHaveProperty('name')
  expect(change).not.toHaveProperty('street')
})

test('another telephone takes back what the first one brought: no order goes to the wrong door', () => {
  const first = { ...draft, ...broughtBy(livia, draft, broughtNothing, store) }
  expect({ ...first, ...broughtBy(null, first, broughtLivia, store) }).toMatchObject({
    ...{ name: '', street: '', district: '', complement: '', point: null, city: 'São Paulo' },
    type: 'TAKEOUT',
  })
})

test('the way comes with a dish in the order or without, never over one that a person chose', () => {
  const items = [
    ...[
      { menuItemId: null, name: 'Bolo', externalCode: null, quantity: 1, price: '5', options: [], notes: '' },
    ],
  ]
  expect(broughtBy(livia, { ...draft, items }, broughtNothing, store)).toHaveProperty('type', 'DELIVERY')
  const chosen = { ...draft, typeChosen: true }
  expect(broughtBy(livia, chosen, broughtNothing, store)).not.toHaveProperty('type')
})

test('a way that the store does not serve is not taken', () => {
  const takeaway = { ...store, modulesOff: ['delivery'] } as unknown as Store
  expect(broughtBy(livia, draft, broughtNothing, takeaway)).not.toHaveProperty('type')
})

test('the last order brings how it was paid, where a counter takes that', () => {
  const menu = { categories: [], items: [], optionGroups: [] }
  const last = livia.lastOrder
  if (!last) throw new Error('no last order')
  expect(repeated(last, draft, { menu, store })).toEqual({
    change: { items: [], type: 'DELIVERY', typeChosen: true, method: 'CASH' },
    leftOut: ['Nhoque não está no cardápio.'],
  })
  expect(repeated({ ...last, method: 'BITCOIN' }, draft, { menu, store }).change).not.toHaveProperty('method')
})
