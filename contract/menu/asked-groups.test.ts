import { describe, expect, test } from 'vitest'
import { askedGroups, isBelow } from './asked-groups.ts'

const group = (
  id: string,
  options: readonly string[],
  optionId: string | null = null,
  status: 'AVAILABLE' | 'UNAVAILABLE' = 'AVAILABLE',
) => ({ id, status, optionId, options: options.map((option) => ({ id: option })) })

const groups = [
  group('drink', ['cola', 'juice']),
  group('size', ['small', 'large'], 'cola'),
  group('ice', ['yes', 'no'], 'large'),
  group('fruit', ['orange'], 'juice'),
]
const took = (...ids: readonly string[]) => ids.map((menuOptionId) => ({ menuOptionId, quantity: 1 }))
const asked = (chosen: Parameters<typeof askedGroups>[2], all = groups) =>
  askedGroups(['drink'], all, chosen).map(({ group: { id }, times }) => [id, times])

describe('a combo that asks for a drink', () => {
  test('asks for nothing more before the drink is chosen', () => {
    expect(asked([])).toEqual([['drink', 1]])
  })

  test('asks what belongs to the chosen option, at any depth, each behind its own', () => {
    expect(asked(took('cola', 'large'))).toEqual([
      ['drink', 1],
      ['size', 1],
      ['ice', 1],
    ])
    expect(asked(took('juice'))).toEqual([
      ['drink', 1],
      ['fruit', 1],
    ])
  })

  test('asks twice as much of an option that was taken twice', () => {
    expect(asked([{ menuOptionId: 'cola', quantity: 2 }])).toEqual([
      ['drink', 1],
      ['size', 2],
    ])
  })

  test('asks nothing below a group that is off sale', () => {
    const off = groups.map((one) =>
      one.id === 'size' ? group('size', ['large'], 'cola', 'UNAVAILABLE') : one,
    )
    expect(asked(took('cola', 'large'), off)).toEqual([['drink', 1]])
  })

  test('never asks a group of an option as a group of the item', () => {
    expect(askedGroups(['size'], groups, took('large'))).toEqual([])
  })
})

test('a group cannot be asked with its own option, nor with one below it', () => {
  expect(isBelow(groups, 'drink', 'cola')).toBe(true)
  expect(isBelow(groups, 'drink', 'yes')).toBe(true)
  expect(isBelow(groups, 'size', 'juice')).toBe(false)
  expect(isBelow(groups, 'size', 'no')).toBe(true)
})
