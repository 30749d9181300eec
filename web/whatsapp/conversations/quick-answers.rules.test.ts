import { expect, test } from 'vitest'
import {
  complete,
  filled,
  firstName,
  lacking,
  quickAnswers,
  timeLeft,
  unknownName,
  withSaved,
  type TalkFacts,
} from './quick-answers.rules.ts'

const now = new Date('2026-11-20T23:14:00Z')
const facts = {
  nome: 'Marcelo',
  pedido: 'TL-6',
  loja: 'Temaki do Largo',
  situação: 'saiu para entrega',
  tempo: '10\u00a0min',
}
const byLabel = (label: string) => quickAnswers.find((one) => one.label === label) ?? { label, text: '' }

test('a quick answer says the name, the order, the store and the time of this talk', () => {
  expect(filled(byLabel('Onde está'), facts)).toBe(
    'Marcelo, o pedido TL-6 saiu para entrega. Previsão: 10\u00a0min.',
  )
  expect(filled(byLabel('Agradecer'), facts)).toBe(
    'Obrigado, Marcelo! A Temaki do Largo agradece e espera você de novo.',
  )
  for (const answer of quickAnswers) expect(lacking(filled(answer, facts))).toBeNull()
})

test('what is not known stays open, and says so instead of being sent', () => {
  const text = filled(byLabel('Onde está'), { ...facts, pedido: null, situação: null, tempo: null })
  expect(text).toBe('Marcelo, o pedido {pedido} {situação}. Previsão: {tempo}.')
  expect(lacking(text)).toBe('Falta completar {pedido}, {situação} e {tempo}.')
  expect(lacking('Custa {muito}?')).toBeNull()
})

test('a customer without an order is offered only what needs none, also of the store’s own', () => {
  const own = [
    { label: 'Pronto', text: 'O pedido {pedido} está pronto.' },
    { label: 'Cartão', text: 'Levamos a maquininha.' },
  ]
  const labels = (known: TalkFacts) => complete([...quickAnswers, ...own], known).map(({ label }) => label)
  expect(labels({ ...facts, pedido: null, situação: null, tempo: null })).toEqual([
    'Já respondo',
    'Agradecer',
    'Cartão',
  ])
  expect(labels({ ...facts, tempo: null })).toEqual([
    'Desculpe',
    'Já respondo',
    'Agradecer',
    'Pronto',
    'Cartão',
  ])
  expect(labels(facts)).toHaveLength(6)
})

test('a name in braces that means nothing is found before a customer reads it', () => {
  expect(unknownName('{nome}, fica pronto em {tempo}.')).toBeNull()
  expect(unknownName('{nome}, fica pronto às {hora}.')).toBe('{hora}')
})

test('what another person saved joins what is typed, which wins under the same name', () => {
  const typed = [{ label: 'Pão', text: 'Às 17h.' }]
  const saved = [
    { label: 'pão', text: 'Às 18h.' },
    { label: 'Cartão', text: 'Sim.' },
  ]
  expect(withSaved(typed, saved)).toEqual([...typed, saved[1]])
})

test('a customer greets once: at most one of the answers says "Oi"', () => {
  expect(quickAnswers.filter(({ text }) => text.startsWith('Oi')).length).toBe(1)
})

test('a time that has passed is not promised again', () => {
  expect(timeLeft('2026-11-20T23:24:00Z', now)).toBe('10\u00a0min')
  expect([timeLeft('2026-11-20T23:14:00Z', now), timeLeft(null, now)]).toEqual([null, null])
})

test('a name without a letter is none', () => {
  expect([firstName('Marcelo Tavares'), firstName(' '), firstName('🍕'), firstName(null)]).toEqual([
    'Marcelo',
    null,
    null,
    null,
  ])
})
