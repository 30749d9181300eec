import { expect, test } from 'vitest'
import type { Capacity, OrderRules } from '../../../contract/orders/rules.ts'
import { changesBetween } from '../../settings/draft.rules.ts'
import {
  capacityText,
  centsOfText,
  rulesInput,
  rulesValues,
  rulesWords,
  waitsSentence,
} from './order-rules.rules.ts'

const rules: OrderRules = {
  platform: 'balcao',
  autoAccept: true,
  onlyWhenOpen: true,
  maxInPreparation: 1,
  cashLimitCents: 15_050,
  firstOrderWaits: true,
  scheduledAtOnce: false,
  preparationMinutes: 30,
  version: 4,
}

test.each([
  ['150', 15_000],
  ['150,5', 15_050],
  ['R$ 1.500,00', 150_000],
  ['0', 0],
  ['', null],
])('“%s” is %s centavos', (text, cents) => expect(centsOfText(text)).toBe(cents))

test.each(['abc', '1.50', '-3', '1,234'])('“%s” is not an amount', (text) =>
  expect(centsOfText(text)).toBeNaN(),
)

test('rules survive a round trip through the form', () => {
  const { platform: _platform, ...body } = rules
  expect(rulesInput(rulesValues(rules), 4)).toEqual(body)
  expect(rulesValues({ ...rules, cashLimitCents: null }).cashLimitCents).toBe('')
})

test('a changed rule is said with what it was and what it becomes', () => {
  const before = rulesValues({ ...rules, cashLimitCents: null })
  const after = rulesValues({ ...rules, autoAccept: false, preparationMinutes: 40 })
  expect(changesBetween(before, after, rulesWords).map(({ text }) => text.replaceAll('\u00a0', ' '))).toEqual(
    [
      'Aceitar sozinho: sim → não',
      'Dinheiro espera acima de: sem limite → R$ 150,50',
      'Prazo prometido: 30 → 40 min',
    ],
  )
})

test('the pace shows until when, in the store’s zone, and who set it', () => {
  const busy: Capacity = {
    level: 'busy',
    extraMinutes: 15,
    until: '2026-11-20T22:30:00Z',
    setBy: 'Ana',
    setAt: '2026-11-20T22:00:00Z',
    version: 1,
  }
  expect(capacityText(busy, 'America/Sao_Paulo')).toBe('Mais 15\u00a0min no prazo, até 19:30. Por Ana.')
  expect(capacityText({ ...busy, level: 'paused', until: null }, 'America/Sao_Paulo')).toBe(
    'Sem novos pedidos no canal próprio, até alguém mudar. Por Ana.',
  )
})

test('a store at its usual pace says whether orders come in now', () => {
  const usual = {
    level: 'normal',
    extraMinutes: 0,
    until: null,
    setBy: null,
    setAt: null,
    version: 1,
  } as const
  expect(capacityText(usual, 'America/Sao_Paulo', true)).toBe('Recebendo pedidos no prazo de sempre.')
  expect(capacityText(usual, 'America/Sao_Paulo', false)).toBe(
    'A loja está fechada. Quando abrir, recebe no prazo de sempre.',
  )
  expect(capacityText(usual, 'America/Sao_Paulo')).toBe('No prazo de sempre.')
})

test('what waits for a person is one line', () => {
  const none = {
    ...rulesValues({
      platform: 'ifood',
      version: 1,
      autoAccept: true,
      onlyWhenOpen: false,
      maxInPreparation: null,
      cashLimitCents: null,
      firstOrderWaits: false,
      scheduledAtOnce: false,
      preparationMinutes: null,
    }),
  }
  expect(waitsSentence(none)).toBe('nenhum')
  expect(
    waitsSentence({ ...none, onlyWhenOpen: true, cashLimitCents: '150,00', maxInPreparation: '12' }),
  ).toBe('com a loja fechada, em dinheiro acima de R$\u00a0150,00, além de 12 em preparo')
})
