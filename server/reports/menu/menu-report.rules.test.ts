import { expect, test } from 'vitest'
import { completenessParts } from '../../../contract/reports/menu.ts'
import { coverageOf, judgedItems, storeScores, type MenuFact } from './menu-report.rules.ts'

const now = new Date('2026-11-20T15:00:00Z')
const item = (more: Partial<MenuFact> = {}): MenuFact => ({
  storeId: 's1',
  itemId: 'i1',
  name: 'Suco',
  nameKey: 'suco',
  category: 'Bebidas',
  priceCents: 1_200,
  pricedByOptions: false,
  hasPhoto: true,
  hasDescription: true,
  pause: null,
  channels: [],
  soldMilli: 1_000,
  soldCents: 1_200,
  everSold: true,
  ...more,
})

test('a complete item with sales has no problems and a hundred points', () => {
  expect(Object.values(completenessParts).reduce((sum, part) => sum + part, 0)).toBe(100)
  expect(judgedItems([item()], now)).toMatchObject([{ score: 100, problems: [] }])
})

test('each problem is named and costs its points', () => {
  const [judged] = judgedItems(
    [item({ hasPhoto: false, hasDescription: false, priceCents: 0, category: null, soldMilli: 0 })],
    now,
  )
  expect(judged).toMatchObject({
    score: 0,
    problems: ['no-photo', 'no-description', 'no-price', 'no-category', 'not-sold'],
  })
})

test('an item whose options carry the price is not missing a price', () => {
  expect(judgedItems([item({ priceCents: 0, pricedByOptions: true })], now)[0]?.problems).toEqual([])
})

test('a pause counts in whole days, and the longest comes first', () => {
  const pause = (since: string) => ({ since, until: null, byName: 'Ana', reason: null })
  const items = judgedItems(
    [
      item({ itemId: 'a', hasPhoto: false }),
      item({ itemId: 'b', pause: pause('2026-11-18T16:00:00Z') }),
      item({ itemId: 'c', pause: pause('2026-11-11T15:00:00Z') }),
    ],
    now,
  )
  expect(items.map((one) => [one.itemId, one.pause?.days])).toEqual([
    ['c', 9],
    ['b', 1],
    ['a', undefined],
  ])
  expect(storeScores([{ storeId: 's1', name: 'Loja' }], items)).toMatchObject([
    { items: 3, paused: 2, longPaused: 1, score: 88, missing: { photo: 1 } },
  ])
})

test('only channels with a different price are a difference', () => {
  const [judged] = judgedItems(
    [
      item({
        channels: [
          { merchantId: 'm1', priceCents: 1_200 },
          { merchantId: 'm2', priceCents: 1_390 },
        ],
      }),
    ],
    now,
  )
  expect(judged?.channelPrices).toEqual([{ merchantId: 'm2', priceCents: 1_390 }])
  expect(judged?.problems).toEqual(['channel-price'])
})

test('an item is missing if more than half of the stores have it, not in another kitchen', () => {
  const stores = ['s1', 's2', 's3', 's4', 's5']
  const rows = coverageOf([
    ...stores.slice(0, 4).map((storeId) => item({ storeId })),
    item({ storeId: 's5', name: 'Pastel', nameKey: 'pastel' }),
    item({ storeId: 's1', name: 'Pizza', nameKey: 'pizza' }),
    item({ storeId: 's2', name: 'Pizza', nameKey: 'pizza', priceCents: 1_500 }),
  ])
  expect(rows).toMatchObject([
    { name: 'Suco', missingIn: ['s5'], lowestCents: 1_200, highestCents: 1_200 },
    { name: 'Pizza', missingIn: [], lowestCents: 1_200, highestCents: 1_500 },
  ])
})

test('a store without a menu has no score and no missing items', () => {
  expect(storeScores([{ storeId: 's9', name: 'Nova' }], [])).toMatchObject([
    { items: 0, score: null, paused: 0 },
  ])
})
