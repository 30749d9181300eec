import { describe, expect, test } from 'vitest'
import type { Order, OrderPayment } from '../../../contract/orders/orders.ts'
import { sampleOrder } from '../../testing/sample-order.ts'
import { cancelWords, choiceOf, moneyProblem, orderMoney, willGive } from './order-money.rules.ts'

const by = (method: string, cents: number, prepaid = true): OrderPayment => ({
  method,
  brand: null,
  cents,
  prepaid,
  changeForCents: null,
})
function paidOrder(payments: OrderPayment[], changes: Partial<Order> = {}): Order {
  const order = sampleOrder({ platform: 'balcao', payments, ...changes })
  const prepaidCents = payments.filter((one) => one.prepaid).reduce((sum, one) => sum + one.cents, 0)
  const orderCents = payments.reduce((sum, one) => sum + one.cents, 0)
  const totals = {
    ...order.totals,
    orderCents,
    prepaidCents,
    pendingCents: orderCents - prepaidCents,
    refundCents: 0,
  }
  return { ...order, totals }
}
const words = (order: Order) => orderMoney(order, []).words.replaceAll('\u00A0', ' ')

describe('what a cancellation says of the money', () => {
  test('of an order paid by Pix: how much, how, and that only the store gives it back', () => {
    const money = orderMoney(paidOrder([by('PIX', 2_890)]), [])
    expect(money).toMatchObject({ kind: 'held', cents: 2_890 })
    expect(words(paidOrder([by('PIX', 2_890)]))).toBe(
      'pagos por Pix. Estão com a loja: só ela pode devolver.',
    )
  })

  test('of one that is partly paid at the door: that nobody collects the rest', () => {
    expect(words(paidOrder([by('PIX', 2_000), by('CASH', 890, false)]))).toContain(
      'Os R$ 8,90 da entrega ninguém cobra.',
    )
  })

  test('of one that is not paid, and of a test: that there is nothing to give back', () => {
    expect(orderMoney(paidOrder([by('CASH', 2_890, false)]), []).kind).toBe('none')
    expect(orderMoney(paidOrder([by('PIX', 2_890)], { isTest: true }), []).kind).toBe('none')
  })

  test('of a marketplace’s order: that the marketplace gives it back', () => {
    const order = paidOrder([by('PIX', 2_890)], { platform: 'ifood' })
    expect(words(order)).toBe(
      'R$ 28,90 foram pagos no iFood: se o cancelamento for aceito, o iFood devolve ao cliente.',
    )
    expect(orderMoney(paidOrder([by('CASH', 100, false)], { platform: 'ifood' }), []).kind).toBe('none')
  })

  test('counts what already waits to be given back', () => {
    const due = [{ method: 'PIX', brand: null, cents: 1_000 }]
    expect(orderMoney(paidOrder([by('PIX', 2_890)]), due)).toMatchObject({ cents: 3_890 })
  })
})

describe('what a person decides about it', () => {
  const held = orderMoney(paidOrder([by('PIX', 2_890)]), [])
  const none = orderMoney(paidOrder([by('CASH', 2_890, false)]), [])

  test('nothing is chosen beforehand, and keeping the money needs a reason', () => {
    expect(moneyProblem(held, { state: null, reason: '' })).toBe('Escolha o que fazer com o dinheiro.')
    expect(moneyProblem(held, { state: 'kept', reason: ' a ' })).toBe('Diga por que a loja não devolve.')
    expect(moneyProblem(held, { state: 'kept', reason: 'Trote' })).toBeNull()
    expect(moneyProblem(none, { state: null, reason: '' })).toBeNull()
  })

  test('is sent with the sum that was on screen, and with a reason only where it is kept', () => {
    expect(choiceOf(held, { state: 'due', reason: 'typed before' })).toEqual({ state: 'due', cents: 2_890 })
    expect(choiceOf(held, { state: 'kept', reason: ' Trote ' })).toEqual({
      state: 'kept',
      cents: 2_890,
      reason: 'Trote',
    })
    expect(choiceOf(none, { state: 'given', reason: '' })).toBeNull()
  })

  test('is on the button, which never promises to pay', () => {
    const on = (state: 'due' | 'given' | 'kept' | null) => cancelWords(false, held, { state, reason: '' })
    expect([null, 'due', 'given', 'kept'].map((state) => on(state as 'due'))).toEqual([
      'Cancelar pedido',
      'Cancelar e anotar o estorno',
      'Cancelar, já devolvi',
      'Cancelar sem devolver',
    ])
    expect(cancelWords(true, none, { state: null, reason: '' })).toBe('Recusar pedido')
  })

  test('names the way back only where there is one', () => {
    const parts = (...methods: string[]) => methods.map((method) => ({ method, brand: null, cents: 1 }))
    expect([parts('PIX'), parts('DEBIT'), parts('CASH'), parts('PIX', 'CASH')].map(willGive)).toEqual([
      'Vou devolver por Pix',
      'Vou estornar na maquininha',
      'Vou devolver em dinheiro',
      'Vou devolver',
    ])
  })
})
