import { expect, test } from 'vitest'
import { createSpans, type Looked, type Span } from './history-spans.rules.ts'

/** Collects all spans, with the given result for each read. */
function walk(start: { day: string; moment: string | null }, hours: number, look: (turn: number) => Looked) {
  const spans = createSpans('2026-01-01', start, hours)
  const all: Span[] = []
  for (let span = spans.next(null); span; span = spans.next(look(all.length))) all.push(span)
  return { all, reached: spans.reached() }
}
const start = { day: '2026-03-10', moment: '2026-03-11T02:30:00.000Z' }
const nothing: Looked = { found: 0, missing: 50, ms: 5 }

test('spans cover all days down to the first one without gap or overlap', () => {
  for (const look of [nothing, { found: 40, missing: 10, ms: 20 }, { found: 1, missing: 50, ms: 900 }]) {
    const { all } = walk(start, 1, () => look)
    for (const [index, span] of all.entries()) {
      const newer = all[index - 1]
      if (!newer) continue
      if (newer.since) expect(span).toMatchObject({ last: newer.first, before: newer.since })
      else {
        expect(span.before).toBeNull()
        expect(Date.parse(`${newer.first}T00:00Z`) - Date.parse(`${span.last}T00:00Z`)).toBe(86_400_000)
      }
    }
    expect(all[0]).toMatchObject({ last: '2026-03-10', before: null })
    expect(all.at(-1)).toMatchObject({ first: '2026-01-01', since: null })
  }
})

test('spans grow when nothing is found, stay short when much is found, and shrink when reads are slow', () => {
  const count = (look: Looked) => walk(start, 1, () => look).all.length
  expect(count(nothing)).toBeLessThan(10)
  expect(count({ found: 50, missing: 30, ms: 5 })).toBeGreaterThan(100)
  expect(count({ found: 0, missing: 50, ms: 3_000 })).toBeGreaterThan(100)
})

test('a span that timed out is retried with a shorter one from the same position', () => {
  const spans = createSpans('2026-01-01', { day: '2026-03-10', moment: null }, 24 * 32)
  const long = spans.next(null)
  expect(long).toMatchObject({ first: '2026-02-07', last: '2026-03-10' })
  spans.again()
  expect(spans.reached().day).toBe('2026-03-11')
  expect(spans.next(null)).toMatchObject({ first: '2026-03-07', last: '2026-03-10' })
  expect(spans.reached()).toMatchObject({ day: '2026-03-07', moment: '0001-01-01T00:00:00.000000Z' })
})

test('the position of a search is known in the middle of a day', () => {
  const spans = createSpans('2026-01-01', start, 2)
  expect(spans.next(null)).toEqual({
    first: '2026-03-10',
    last: '2026-03-10',
    since: '2026-03-11T00:30:00.000Z',
    before: null,
  })
  expect(spans.reached()).toMatchObject({ day: '2026-03-10', moment: '2026-03-11T00:30:00.000000Z' })
})
