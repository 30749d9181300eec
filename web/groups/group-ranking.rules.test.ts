import { expect, test } from 'vitest'
import type { StoreOfGroupDay } from '../../contract/groups/group-day.ts'
import { noMeasures } from '../../contract/reports/metrics/measures.ts'
import { ranked, rankings } from './group-ranking.rules.ts'

const store = (name: string, grossCents: number, comparedCents: number | null): StoreOfGroupDay => ({
  storeId: name,
  name,
  timezone: 'America/Sao_Paulo',
  totals: { ...noMeasures, received: 1, grossCents },
  ratings: { count: 0, sum: 0 } as never,
  compared: comparedCents === null ? null : { orders: 1, netCents: comparedCents, days: 1 },
  hours: [],
})

test('a small store that beats its own mean comes before a large one that does not; one without a mean is last', () => {
  const stores = [
    store('Grande', 90_000, 100_000),
    store('Nova', 50_000, null),
    store('Pequena', 12_000, 10_000),
  ]
  expect(ranked(stores, 'net').map(({ name }) => name)).toEqual(['Grande', 'Nova', 'Pequena'])
  expect(ranked(stores, 'own').map(({ name }) => name)).toEqual(['Pequena', 'Grande', 'Nova'])
})

test('every order keeps all stores', () => {
  const stores = [store('A', 1, 1), store('B', 2, null)]
  for (const [by] of rankings) expect(ranked(stores, by)).toHaveLength(2)
})
