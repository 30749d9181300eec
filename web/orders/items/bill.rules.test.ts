import { expect, test } from 'vitest'
import { changedMoney } from '../../../contract/orders/money/change-money.ts'
import type { OrderPayment } from '../../../contract/orders/orders.ts'
import { missingOf, moneyIssue, openFigure, refundOf, wayOfFigure, type BillDraft } from './bill.rules.ts'

const by = (method: string, cents: number, prepaid: boolean): OrderPayment => ({
  method,
  brand: null,
  cents,
  prepaid,
  changeForCents: null,
})
const paid = { fees: [], discounts: [], payments: [by('PIX', 5_000, true)], due: [] }
const choice: BillDraft = { missing: 'collect', method: 'DEBIT', reason: '', refund: 'due' }
const draft = { places: [{ quantity: 1, notes: '', instead: null }], added: [] }

test('the open figure is what goes back, what is missing, or what was agreed', () => {
  expect(openFigure(changedMoney(paid, 3_000), 'DELIVERY', true)).toMatchObject({
    label: 'Devolver',
    cents: 2_000,
  })
  expect(openFigure(changedMoney(paid, 6_000), 'DELIVERY', true)).toMatchObject({
    label: 'Falta receber',
    cents: 1_000,
  })
  const door = changedMoney({ ...paid, payments: [by('CASH', 5_000, false)] }, 5_000)
  expect(openFigure(door, 'TAKEOUT', false)).toMatchObject({ label: 'A cobrar na retirada', cents: 5_000 })
  expect(openFigure(changedMoney(paid, 5_000), 'INDOOR', false).label).toBe('Está pago')
})

test('beside the open figure stands what happens with it', () => {
  const wayAt = (sum: number, chosen: BillDraft) => {
    const now = changedMoney(paid, sum)
    return wayOfFigure(openFigure(now, 'DELIVERY', true), 'DELIVERY', now, chosen)
  }
  expect(wayAt(3_000, choice)).toBe('Vou devolver por Pix')
  expect(wayAt(3_000, { ...choice, refund: 'given' })).toBe('Já devolvi')
  expect(wayAt(6_000, choice)).toBe('Receber na entrega, Débito')
  expect(wayAt(6_000, { ...choice, missing: 'courtesy' })).toBe('A loja dá de cortesia')
  expect(wayAt(5_000, choice)).toBe('')
})

test('only an open sum is sent with what was decided about it', () => {
  const more = changedMoney(paid, 6_000)
  expect(missingOf(more, choice)).toEqual({ kind: 'collect', method: 'DEBIT' })
  expect(missingOf(more, { ...choice, missing: 'courtesy' })).toEqual({ kind: 'courtesy' })
  expect(missingOf(changedMoney(paid, 5_000), choice)).toBeNull()
  expect(refundOf(changedMoney(paid, 3_000), { ...choice, refund: 'given' })).toEqual({
    refund: { state: 'given', cents: 2_000 },
  })
  expect(refundOf(more, choice)).toEqual({})
})

test('an order without items is cancelled instead, and a courtesy needs its reason', () => {
  const none = { places: [{ quantity: 0, notes: '', instead: null }], added: [] }
  expect(moneyIssue(none, changedMoney(paid, 0), choice)).toBe('Para tirar tudo, cancele o pedido.')
  const more = changedMoney(paid, 6_000)
  expect(moneyIssue(draft, more, { ...choice, missing: 'courtesy' })).toBe('Escreva o motivo da cortesia.')
  expect(moneyIssue(draft, more, { ...choice, missing: 'courtesy', reason: 'Atrasou' })).toBeNull()
  expect(moneyIssue(draft, more, choice)).toBeNull()
})
