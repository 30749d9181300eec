import { expect, test } from 'vitest'
import { scoreFigure } from './score-figure.rules.ts'

const now = new Date('2026-11-27T15:00:00Z')
const score = (changes: object = {}) => ({
  storeId: 's1',
  storeName: 'Brasa',
  source: 'ifood',
  merchantId: 'm1',
  score: 4.71,
  counted: 812,
  total: 901,
  readAt: '2026-11-27T14:58:00Z',
  ...changes,
})

test('the score of one store is named with the reviews that count', () => {
  expect(scoreFigure([score()], now)).toEqual({ value: '4,7', words: 'nota no iFood, 812 avaliações' })
})

test('of several stores the lowest is named, and one without a score is none', () => {
  const scores = [score(), score({ storeName: 'Forno', score: 4.24 }), score({ score: null })]
  expect(scoreFigure(scores, now)).toEqual({
    value: '4,2',
    words: 'nota de Forno no iFood, a menor entre as lojas',
  })
  expect(scoreFigure([score({ score: null })], now)).toBeNull()
})

test('a score that iFood has not said again for a day tells its age', () => {
  expect(scoreFigure([score({ readAt: '2026-11-25T14:00:00Z' })], now)?.words).toMatch(
    /^nota no iFood, 812 avaliações, lida há /,
  )
})
