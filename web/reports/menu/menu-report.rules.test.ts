import { menuSearch } from '../period/report-search.rules.ts'
import { expect, test } from 'vitest'
import { menuProblems, type MenuReport } from '../../../contract/reports/menu.ts'
import { countOf, menuSentence, pauseLevel, pauseText, problemLabels } from './menu-report.rules.ts'

const store = {
  items: 10,
  paused: 2,
  longPaused: 1,
  channelPrices: 3,
  notSoldInPeriod: 4,
  missing: { photo: 5, description: 0, price: 1, category: 0 },
}
const report = {
  stores: [store, store],
  coverage: [
    { prices: [1, 2], missingIn: ['x'], lowestCents: 1, highestCents: 1 },
    { prices: [1, 2, 3], missingIn: [], lowestCents: 1, highestCents: 2 },
  ],
} as unknown as MenuReport

test('each problem has a label and a count over the stores', () => {
  for (const problem of menuProblems) expect(problemLabels[problem]).not.toBe('')
  expect(countOf(report, 'no-photo')).toBe(10)
  expect(countOf(report, 'paused')).toBe(4)
  expect(countOf(report, 'missing-in-store')).toBe(2)
  expect(countOf(report, 'store-price')).toBe(3)
})

test('a pause grows more prominent after three, six and nine days', () => {
  expect([0, 2, 3, 5, 6, 9, 40].map(pauseLevel)).toEqual([0, 0, 1, 1, 2, 3, 3])
  const pause = (days: number) => ({ pause: { days, since: '', until: null, byName: '', reason: null } })
  expect(pauseText(pause(0))).toBe('desde hoje')
  expect(pauseText(pause(1))).toBe('há 1 dia')
  expect(pauseText({ pause: null })).toBe('')
})

test('the sentence names the first thing to fix', () => {
  expect(menuSentence(report)).toBe(
    'De 20 itens no cardápio, cada loja contando o seu: 2 itens estão em pausa há 3 dias ou mais e 10 itens não têm foto.',
  )
  expect(menuSentence({ stores: [], coverage: [] } as unknown as MenuReport)).toBe(
    'Nenhuma das lojas escolhidas tem cardápio ainda.',
  )
})

test('an unknown problem in the address is dropped', () => {
  expect(menuSearch({ problem: 'paused' })).toEqual({ problem: 'paused' })
  expect(menuSearch({ problem: 'x' })).toEqual({})
})
