import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Need } from '../../contract/home/home.ts'
import { needsRows } from './needs-rows.rules.ts'

const need = (kind: Need['kind'], key: string) =>
  ({ kind, key, deadline: kind === 'accept' ? '2026-11-20T23:14:00Z' : null }) as Need
const keys = (needs: readonly Need[], all = false, waiting = needs.length) =>
  needsRows(needs, waiting, all).rows.map((row) => row.key)

test('ten orders do not hide the stopped printer and the closed channel', () => {
  const orders = Array.from({ length: 10 }, (_, index) => need('accept', `order ${index}`))
  const rest = [need('channel', 'iFood'), need('printer', 'Cozinha'), need('reviews', 'reviews')]
  expect(keys([...orders, ...rest])).toEqual([
    'order 0',
    'order 1',
    'order 2',
    'more-accepts',
    'iFood',
    'Cozinha',
  ])
  const { rows, hidden } = needsRows([...orders, ...rest], 13, false)
  expect(rows[3]).toMatchObject({ count: 7, next: { key: 'order 3' } })
  expect(hidden).toBe(1)
  expect(keys([...orders, ...rest], true).at(-1)).toBe('reviews')
})

test('a channel that is closed in six stores does not hide the stopped printer', () => {
  const channels = Array.from({ length: 6 }, (_, index) => need('channel', `iFood ${index}`))
  expect(keys([...channels, need('printer', 'Cozinha')])).toEqual([
    'iFood 0',
    'iFood 1',
    'iFood 2',
    'iFood 3',
    'Cozinha',
  ])
})

test('three orders and no more are three rows', () => {
  expect(keys(['a', 'b', 'c'].map((key) => need('accept', key)))).toEqual(['a', 'b', 'c'])
})

const anyNeeds = fc
  .array(
    fc.constantFrom<Need['kind']>('accept', 'accept', 'accept', 'printer', 'channel', 'dispute', 'reviews'),
    { maxLength: 40 },
  )
  .map((kinds) => kinds.map((kind, index) => need(kind, String(index))))

test('no list has more than three orders, loses anything or changes the order', () => {
  fc.assert(
    fc.property(anyNeeds, fc.nat(20), fc.boolean(), (needs, left, all) => {
      const { rows, hidden, beyond } = needsRows(needs, needs.length + left, all)
      expect(rows.filter(({ kind }) => kind === 'accept').length).toBeLessThanOrEqual(3)
      const single = rows.filter((row) => row.kind !== 'more-accepts')
      const more = rows.find((row) => row.kind === 'more-accepts')
      expect(single.length + hidden + beyond + (more?.count ?? 0)).toBe(needs.length + left)
      const places = rows.map((row) => Number(row.kind === 'more-accepts' ? row.next.key : row.key))
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      // Others than orders are seen at once as far as five rows reach.
      const others = needs.filter(({ kind }) => kind !== 'accept').length
      expect(single.filter(({ kind }) => kind !== 'accept').length).toBeGreaterThanOrEqual(
        Math.min(others, 2),
      )
    }),
    { numRuns: 300 },
  )
})
