import { expect, test } from 'vitest'
import { nextQuestion, type PlaceQuestion } from './next-question.rules.ts'

const open = { refusal: 'unknown' } as const
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
    expect(nextQuestion({ refusal }, { district: '', hasPoint: false }, null)).toBeNull()
})
