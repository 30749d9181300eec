import { expect, test } from 'vitest'
import type { CustomerReport } from '../../../contract/reports/customer.ts'
import { cohortValue, customerSentence, toCall } from './customer.rules.ts'

const report = (more: object = {}): CustomerReport =>
  ({
    base: { customers: 100, newInPeriod: 12, newCompared: 8 },
    orders: { new: 10, returning: 20, frequent: 20, unidentified: 50 },
    period: { comparison: { empty: false } },
    ...more,
  }) as CustomerReport

test('the sentence covers identified orders only, and compares new customers with the previous period', () => {
  expect(customerSentence(report())).toBe(
    '80\u00a0% dos pedidos identificados vieram de quem já era cliente; 12 clientes novos no período (antes, 8).',
  )
  expect(
    customerSentence(report({ orders: { new: 0, returning: 0, frequent: 0, unidentified: 9 } })),
  ).toContain('Nenhum pedido identificado')
  expect(customerSentence(report({ base: { customers: 0 } }))).toBe(
    'Nenhum cliente identificado ainda nestas lojas.',
  )
})

test('a cohort cell is a share of the cohort, or an average per customer', () => {
  const cell = { customers: 5, orders: 8, cents: 40_000 }
  expect(cohortValue(cell, 20, 'customers')).toBe(0.25)
  expect(cohortValue(cell, 20, 'orders')).toBe(0.4)
  expect(cohortValue(cell, 20, 'cents')).toBe(2_000)
  expect(cohortValue(cell, 0, 'cents')).toBe(0)
})

test('the ones to call are those whom a call still brings back, the most urgent first', () => {
  const row = (segment: string, customers: number) => ({ segment, customers, orders: 0, cents: 0 })
  const segments = [row('cooling', 9), row('loyal', 40), row('must-keep', 3)] as CustomerReport['segments']
  expect(toCall(segments)).toMatchObject({
    rows: [{ segment: 'must-keep' }, { segment: 'cooling' }],
    customers: 12,
  })
  expect(toCall([row('must-keep', 0)] as CustomerReport['segments'])).toEqual({ rows: [], customers: 0 })
})
