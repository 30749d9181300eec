import { expect, test } from 'vitest'
import type { BulkPart } from '../../contract/bulk/bulk.ts'
import { actionWords, countsOf, leftOutWords, resultHeadline, unsupportedWords } from './bulk-words.rules.ts'

const parts = (...states: readonly BulkPart['state'][]) => ({
  parts: states.map((state) => ({
    storeId: state,
    state,
    words: null,
    refusal: null,
    unsupported: [],
    endedAt: null,
  })),
})

test('an act is named as a person would say it', () => {
  const item = { name: 'Pastel de palmito', code: null }
  expect(actionWords({ kind: 'stop', minutes: 30, reason: 'Chuva' }).title).toBe(
    'Parar de vender por 30\u00a0min',
  )
  expect(actionWords({ kind: 'price', item, priceCents: 1_290 }).title).toBe(
    'Pastel de palmito por R$\u00a012,90 no canal próprio',
  )
})

test('what would not change is said by number', () => {
  expect(
    leftOutWords([{ would: 'change' }, { would: 'same' }, { would: 'refuse' }, { would: 'refuse' }]),
  ).toBe('1 já está assim. 2 ficam de fora.')
  expect(leftOutWords([{ would: 'change' }])).toBe('')
})

test('the result is counted exactly: under way, ended, refused in part, undone', () => {
  expect(resultHeadline(parts('pending', 'done', 'refused'))).toBe('Fazendo: 2 de 3 lojas')
  expect(resultHeadline(parts('done', 'same'))).toBe('Feito em 2 lojas')
  expect(resultHeadline(parts('done', 'refused'))).toBe('Feito em 1 de 2 lojas')
  expect(resultHeadline(parts('undone', 'refused'))).toBe('Desfeito em 1 loja')
  expect(countsOf(parts('undoing', 'pending', 'same').parts)).toEqual({
    waiting: 2,
    done: 0,
    same: 1,
    refused: 0,
    undone: 0,
  })
})

test('one channel or several do not take an act from here', () => {
  expect(unsupportedWords(['keeta'])).toBe('Keeta não aceita isto daqui: faça também no aplicativo de lá.')
  expect(unsupportedWords(['aiqfome', 'keeta'])).toBe(
    'aiqfome e Keeta não aceitam isto daqui: faça também nos aplicativos de lá.',
  )
  expect(unsupportedWords(['ifood', 'aiqfome', 'keeta'])).toMatch(/^iFood, aiqfome e Keeta não aceitam /)
})
