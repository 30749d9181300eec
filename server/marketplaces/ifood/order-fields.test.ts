import { describe, expect, test } from 'vitest'
import type { Order } from '../../../contract/orders/orders.ts'
import { boardOrderOf } from '../../testing/marketplaces/board-order.ts'

const now = new Date('2026-11-20T21:02:12Z')
const shown = (more: object): Order => {
  const item = { name: 'Suco', quantity: 1, unitPrice: 20, totalPrice: 20 }
  const total = { orderAmount: 20 }
  const document = {
    id: 'a',
    createdAt: now.toISOString(),
    merchant: { id: 'm' },
    items: [item],
    total,
    ...more,
  }
  const { order } = boardOrderOf({ orderType: 'TAKEOUT', ...document }, now)
  if (!order) throw new Error('an order that the board cannot show')
  return order
}

describe('what the customer wrote', () => {
  test.each(['takeout', 'indoor', 'dineIn'])('for the %s is a note of the order', (field) => {
    const order = shown({ [field]: { mode: 'PICKUP_AREA', observations: 'Carro prata, vaga 12' } })
    expect(order).toMatchObject({ notes: 'Carro prata, vaga 12' })
    expect(order.incomplete).toBeUndefined()
  })

  test('in several places is one note, and the same words are there once', () => {
    const takeout = { observations: 'Vaga 12' }
    expect(shown({ extraInfo: 'Sem talher', takeout, indoor: takeout }).notes).toBe('Sem talher · Vaga 12')
    expect(shown({ extraInfo: ' ', takeout: { observations: '' } }).notes).toBeNull()
  })

  test('for the delivery stays with the delivery', () => {
    const order = shown({ orderType: 'DELIVERY', delivery: { observations: 'Deixar na portaria' } })
    expect(order).toMatchObject({ notes: null, delivery: { notes: 'Deixar na portaria' } })
  })

  test.each([
    ['STORE_CHOOSE_OTHER_ITEMS', 'Se faltar algo: escolher outro no lugar'],
    ['STORE_CONTACT_CUSTOMER', 'Se faltar algo: falar com o cliente'],
    ['STORE_CANCEL_ORDER', 'Se faltar algo: cancelar o pedido'],
    ['STORE_REMOVE_ITEMS', 'Se faltar algo: tirar do pedido'],
    ['constructor', 'Se faltar algo: constructor'],
  ])('as the replacement of what is missing (%s) is a note too', (replacementOptions, words) => {
    expect(shown({ picking: { picker: 'STORE', replacementOptions } }).notes).toBe(words)
  })
})

describe('where the order goes', () => {
  const address = { streetNumber: '', formattedAddress: 'SQN 210 Bloco C, s/n', neighborhood: 'Asa Norte' }
  const streetOf = (more: object) =>
    shown({ orderType: 'DELIVERY', delivery: { deliveryAddress: { ...address, ...more } } }).delivery?.address

  test.each([[{ streetName: '' }], [{ streetName: '  ' }], [{ streetName: null }], [{}]])(
    'the whole address takes the place of a street that is missing: %j',
    (more) => {
      expect(streetOf(more)).toMatchObject({
        street: 'SQN 210 Bloco C, s/n',
        number: '',
        district: 'Asa Norte',
      })
    },
  )

  test('a street stays as it is, and a number that the whole address has is not written twice', () => {
    expect(streetOf({ streetName: 'Rua A', streetNumber: '9' })).toMatchObject({
      street: 'Rua A',
      number: '9',
    })
    const whole = { streetName: '', formattedAddress: 'Rua B, 77', streetNumber: '77' }
    expect(streetOf(whole)).toMatchObject({ street: 'Rua B, 77', number: '' })
    expect(streetOf({ ...whole, streetNumber: '7' })).toMatchObject({ street: 'Rua B, 77', number: '7' })
  })
})

describe('whose money it is', () => {
  const fee = (liabilities: unknown, value = 5) =>
    shown({ additionalFees: [{ type: 'PACKAGING_FEE', value, liabilities }] }).fees
  const to = (receivedBy: string, cents: number) => ({ type: 'PACKAGING_FEE', cents, receivedBy })

  test('a fee is of the store, of iFood, or of both, as iFood says', () => {
    expect(fee([{ name: 'MERCHANT', percentage: 100 }])).toEqual([to('MERCHANT', 500)])
    expect(fee([{ name: 'IFOOD', percentage: 100 }])).toEqual([to('MARKETPLACE', 500)])
    expect(
      fee(
        [
          { name: 'IFOOD', percentage: 50 },
          { name: 'MERCHANT', percentage: 50 },
        ],
        0.99,
      ),
    ).toEqual([to('MERCHANT', 50), to('MARKETPLACE', 49)])
    expect(
      fee([
        { name: 'MERCHANT', percentage: 0.6 },
        { name: 'LOGISTICS', percentage: 0.4 },
      ]),
    ).toEqual([to('MERCHANT', 300), to('MARKETPLACE', 200)])
  })

  test.each([[undefined], [null], [[]], [[{ name: 'MERCHANT', percentage: 0 }]]])(
    'a fee of nobody is iFood’s: %j',
    (liabilities) => {
      expect(fee(liabilities)).toEqual([to('MARKETPLACE', 500)])
    },
  )

  test('a fee of the store is not taken off as a cost of the marketplace', () => {
    const additionalFees = [
      { type: 'PACKAGING_FEE', value: 5, liabilities: [{ name: 'MERCHANT', percentage: 100 }] },
    ]
    const document = { id: 'a', merchant: { id: 'm' }, items: [], total: { orderAmount: 5 }, additionalFees }
    expect(boardOrderOf(document, now).row.logistics_cents).toBe(0)
  })
})
