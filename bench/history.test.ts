import { expect, test } from 'vitest'
import { figuresOf } from './history.ts'

test('rows are named by their text values and settings, and each number is a figure', () => {
  expect(figuresOf('intake', [{ producers: 32, sixStores: 5492.00004, ratio: 0.25, p99Ms: 9 }])).toEqual([
    { figure: 'intake/producers=32/sixStores', unit: '1/s', value: 5492 },
    { figure: 'intake/producers=32/ratio', unit: 'ratio', value: 0.25 },
    { figure: 'intake/producers=32/p99Ms', unit: 'ms', value: 9 },
  ])
})

test('a nested object keeps its path as the name', () => {
  expect(figuresOf('files', { csv: { seconds: 0.6, moreMemoryMb: 50 } })).toEqual([
    { figure: 'files/csv/seconds', unit: 's', value: 0.6 },
    { figure: 'files/csv/moreMemoryMb', unit: 'MB', value: 50 },
  ])
})

test('non-numeric values are not figures', () => {
  expect(figuresOf('board', { stores: 100, raw: null, p95: Number.NaN, name: 'whole' })).toEqual([])
})
