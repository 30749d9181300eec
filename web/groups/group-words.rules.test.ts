import { describe, expect, test } from 'vitest'
import { comparedWords, dayWords, placesWords, stepOf, storesWords, tickWords } from './group-words.rules.ts'

const of = (
  kind: Parameters<typeof comparedWords>[0]['comparison']['kind'],
  day = '2026-11-20',
  running = true,
) => ({
  day,
  running,
  comparison: { kind, days: ['2026-11-13'], cutAt: running ? '20:14' : null, empty: false },
})

describe('which stores the page is of', () => {
  test.each([
    [{ number: 1, of: 1, stores: 6 }, 0, '6 lojas'],
    [{ number: 1, of: 1, stores: 1 }, 0, '1 loja'],
    [{ number: 1, of: 1, stores: 2 }, 4, '2 de 6 lojas'],
    [{ number: 1, of: 3, stores: 250 }, 0, 'lojas 1 a 100 de 250'],
    [{ number: 3, of: 3, stores: 250 }, 9, 'lojas 201 a 250 de 250'],
  ])('%o and %i others: “%s”', (page, otherStores, words) => {
    expect(storesWords({ page, otherStores })).toBe(words)
  })

  test('a page of one store is named by its place', () => {
    expect(placesWords({ stores: 101 }, 2)).toBe('101')
  })
})

describe('the day and what it is compared with, in words', () => {
  test.each([
    ['mean-of-four-same-weekdays', '2026-11-20', 'uma sexta comum'],
    ['mean-of-four-same-weekdays', '2026-11-21', 'um sábado comum'],
    ['same-weekday-last-week', '2026-11-22', 'o domingo passado'],
    ['same-weekday-last-week', '2026-11-20', 'a sexta passada'],
    ['yesterday', '2026-11-20', 'o dia anterior'],
    ['last-year', '2026-11-20', 'uma sexta do ano passado'],
    ['custom', '2026-11-20', '13 de nov. de 2026'],
  ] as const)('%s on %s', (kind, day, words) => {
    expect(comparedWords(of(kind, day))).toBe(words)
  })

  test('a running day ends now, a finished one is named', () => {
    const words = (day: Parameters<typeof dayWords>[0]) => Object.values(dayWords(day, '2026-11-21'))
    const late = of('yesterday')
    expect(words(late)).toEqual(['hoje até as 20:14', 'hoje'])
    expect(words({ ...late, comparison: { ...late.comparison, cutAt: '01:05' } })[0]).toBe('hoje até a 1:05')
    expect(words(of('yesterday', '2026-11-20', false))).toEqual(['ontem', 'ontem'])
    expect(words(of('yesterday', '2026-11-13', false))).toEqual(['sexta, 13 de nov.', '13 de nov.'])
  })

  test('the tick is the compared day of each store', () => {
    expect(tickWords(of('same-weekday-last-week'))).toBe(
      'O traço é a sexta passada em cada loja, até as 20:14.',
    )
    expect(tickWords(of('mean-of-four-same-weekdays', '2026-11-21', false))).toBe(
      'O traço é um sábado comum em cada loja.',
    )
  })
})

test('the busiest hour has the strongest of five steps, an empty one the palest', () => {
  expect([0, 1, 6, 11, 17, 24].map((orders) => stepOf(orders, 24))).toEqual([0, 0, 1, 3, 4, 4])
  expect(stepOf(0, 0)).toBe(0)
  expect(stepOf(1, 1)).toBe(4)
})
