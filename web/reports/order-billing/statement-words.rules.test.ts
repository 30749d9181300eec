import { expect, test } from 'vitest'
import type { Reconciliation } from '../../../contract/reports/reconciliation.ts'
import { monthsUpTo, statementSentence } from './statement-words.rules.ts'

const one = (change: Partial<Reconciliation>): Reconciliation =>
  ({
    platform: 'ifood',
    state: 'done',
    problem: null,
    differences: 0,
    there: { cents: 123_456, lines: 12, sales: 1 },
    here: { cents: 123_456, lines: 12, sales: 1 },
    ...change,
  }) as Reconciliation

test('a comparison says what it is waiting for, why it failed, or how it came out', () => {
  expect(statementSentence(one({ state: 'asked' }))).toBe('Pedindo o extrato ao iFood…')
  expect(statementSentence(one({ state: 'making' }))).toContain('O iFood está montando o extrato.')
  expect(statementSentence(one({ state: 'failed', problem: 'O pedido venceu.' }))).toBe('O pedido venceu.')
  expect(statementSentence(one({}))).toBe(
    'Tudo confere: 1 venda e 12 lançamentos, R$\u00A01.234,56 a repassar.',
  )
  expect(statementSentence(one({ differences: 2 }))).toBe('2 diferenças em 1 venda e 12 lançamentos.')
})

test('months are offered from this one back, across the turn of a year', () => {
  expect(monthsUpTo('2027-02-01', 4)).toEqual(['2027-02', '2027-01', '2026-12', '2026-11'])
})
