import { expect, test } from 'vitest'
import { noMeasures } from '../../../contract/reports/metrics/measures.ts'
import type { StoresReportRow } from '../../../contract/reports/stores.ts'
import { againstOwnMean, fairRanking, selectionOfStore } from './stores.rules.ts'

const row = (name: string, net: number, usual: number | null): StoresReportRow => ({
  storeId: name,
  name,
  timezone: 'America/Sao_Paulo',
  totals: { ...noMeasures, grossCents: net },
  compared: noMeasures,
  ratings: { count: 0, sum: 0 },
  comparedRatings: { count: 0, sum: 0 },
  openMinutes: null,
  share: null,
  comparable: true,
  usual: usual === null ? null : { orders: 1, netCents: usual, periods: 4 },
})

test('a small growing store ranks above a large shrinking one; a store without history is last', () => {
  const order = fairRanking([
    row('nova', 90_000, null),
    row('grande', 90_000, 100_000),
    row('pequena', 12_000, 10_000),
  ])
  expect(order.map(({ name }) => name)).toEqual(['pequena', 'grande', 'nova'])
})

test('a past without sales has no mean', () => {
  expect(againstOwnMean(row('loja', 1_000, 0))).toBeNull()
  expect(againstOwnMean(row('loja', 1_100, 1_000))).toBeCloseTo(0.1)
})

test('opening one store keeps the channel that was chosen for it', () => {
  expect(selectionOfStore('a:balcao,b:balcao,a:m1', 'a')).toBe('a:balcao,a:m1')
  expect(selectionOfStore(undefined, 'a')).toBe('a')
})
