import { expect, test } from 'vitest'
import { countsOf, summaryOf } from './summary.rules.ts'

const rows = (store: string, ...events: string[]) => events.map((event) => ({ store, event }))

test('a summary counts by store and event, the busiest store first', () => {
  const held = [
    ...rows('Norte', 'break-ends'),
    ...rows('Brasa', 'cancelled', 'dispute', 'cancelled', 'cancelled'),
  ]
  expect(summaryOf(held)).toEqual({
    title: '5 avisos nas horas de silêncio',
    body: 'Brasa: 3 cancelamentos, 1 negociação; Norte: 1 pausa que acabou.',
  })
  expect(summaryOf(rows('Norte', 'dispute')).title).toBe('1 aviso nas horas de silêncio')
})

test('of many stores four are named, and nothing is left out of the count', () => {
  const held = ['A', 'B', 'C', 'D', 'E', 'F'].flatMap((store) => rows(store, 'cancelled'))
  expect(summaryOf(held).title).toBe('6 avisos nas horas de silêncio')
  expect(summaryOf(held).body).toMatch(/D: 1 cancelamento; mais 2 em outras lojas\.$/)
})

test('an event of a newer process is counted too', () => {
  expect(countsOf(rows('A', 'unknown', 'unknown'))).toBe('2 avisos')
})
