import { expect, test } from 'vitest'
import { lineCauses, lineStates } from '../../../contract/whatsapp/line-states.ts'
import {
  canaryWords,
  kindName,
  secondsLeft,
  spanText,
  stateWords,
  refusedWords,
  templateWords,
  warningWords,
} from './line-words.rules.ts'

test('every state and cause of a line has words, and one that needs a person says what to do', () => {
  for (const state of lineStates)
    for (const cause of [null, ...lineCauses]) {
      const { title, more, tone } = stateWords({ state, cause })
      expect(title).not.toBe('')
      if (tone === 'bad') expect(more).not.toBe('')
    }
})

test('a span is in seconds up to a minute and a half', () => {
  expect([300, 4_200, 89_000, 120_000].map(spanText)).toEqual([
    'menos de 1\u00a0s',
    '4\u00a0s',
    '89\u00a0s',
    '2\u00a0min',
  ])
})

test('the countdown of a QR ends at zero', () => {
  const now = new Date('2026-11-24T12:00:00Z')
  expect(secondsLeft('2026-11-24T12:00:19.200Z', now)).toBe(20)
  expect(secondsLeft('2026-11-24T11:59:00Z', now)).toBe(0)
  expect(secondsLeft(null, now)).toBe(0)
})

test('an approved text needs no explanation', () => {
  expect(templateWords('approved')).toBeNull()
  expect(templateWords('pending')).toMatch(/analisa/)
  expect(kindName('dispatched')).toBe('Saiu para entrega')
  expect(kindName('answer')).toBe('Respostas')
})

test('the last test of a line says what became of it, and what a person can do', () => {
  const now = new Date('2026-11-24T12:10:00Z')
  const said = (state: 'sent' | 'delivered' | 'failed', cause: string | null = null) =>
    canaryWords({ at: '2026-11-24T12:00:00Z', state, cause }, now)
  expect(canaryWords(null, now)).toMatch(/primeiro teste/)
  expect(said('delivered')).toMatch(/chegou/)
  expect(said('sent')).toMatch(/ainda não chegou/)
  expect(said('failed', 'no-template')).toMatch(/escreva desse celular/)
  expect(said('failed', 'blocked')).toMatch(/não saiu/)
})

test('the warnings of a template and its price are in words', () => {
  expect(warningWords({ warning: null, category: null })).toBeNull()
  expect(warningWords({ warning: 'flagged', category: null })).toMatch(/reclamam/)
  expect(warningWords({ warning: 'limit', category: 'marketing' })).toMatch(/limite.*marketing/)
  expect(warningWords({ warning: 'appeal', category: null })).toMatch(/de novo/)
})

test('calls that were refused are counted in words', () => {
  expect(refusedWords({ size: 0, form: 0, lastAt: null })).toBeNull()
  expect(refusedWords({ size: 1, form: 0, lastAt: null })).toBe('1 grande demais')
  expect(refusedWords({ size: 2, form: 3, lastAt: null })).toBe('2 grandes demais, 3 que não entendemos')
})
