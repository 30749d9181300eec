import { expect, test } from 'vitest'
import { nextQuestion, type PlaceQuestion } from './next-question.rules.ts'

const open = { refusal: 'unknown', point: null } as const
const ask = (district: string, hasPoint: boolean, asked: PlaceQuestion | null = null) =>
  nextQuestion(open, { district, hasPoint }, asked)

test('the district is asked for, then the location, then a person answers', () => {
  expect([ask('', false), ask('Lapa', false, 'district'), ask('Lapa', false, 'location')]).toEqual([
    'district',
    'location',
    'person',
  ])
  expect(ask('', false, 'district')).toBe('location')
  expect([ask('Lapa', false), ask('', true), ask('Lapa', true)]).toEqual(['location', 'district', 'person'])
})

test('a decided quote asks nothing', () => {
  for (const refusal of [null, 'outside', 'denied', 'hours', 'unset'] as const)
    expect(nextQuestion({ refusal, point: null }, { district: '', hasPoint: false }, null)).toBeNull()
})

test('a refusal by the geocoder’s point asks on; one by the customer’s own pin is final', () => {
  const refused = (refusal: 'outside' | 'denied', source: 'geocoder' | 'pin') =>
    nextQuestion(
      { refusal, point: { source, lat: -23.5, lng: -46.6, metres: 0 } },
      { district: 'Lapa', hasPoint: source === 'pin' },
      null,
    )
  expect([refused('outside', 'geocoder'), refused('denied', 'geocoder')]).toEqual(['location', 'location'])
  expect([refused('outside', 'pin'), refused('denied', 'pin')]).toEqual([null, null])
})
