import fc from 'fast-check'
import { expect, test } from 'vitest'
import { positionOf, positionText } from './stream-position.ts'

const positions = fc
  .uniqueArray(fc.tuple(fc.uuid(), fc.nat({ max: 2 ** 31 - 1 })), { selector: ([id]) => id, maxLength: 100 })
  .map((entries) => new Map(entries))

test('any position of up to a hundred stores is parsed as it was written', () => {
  fc.assert(
    fc.property(positions, (position) => {
      const read = positionOf(positionText(position), position.keys())
      expect(new Map(read)).toEqual(position)
    }),
  )
})

test('numbers beyond 32 bits are preserved', () => {
  const position = new Map([['0197a3c0-0000-7000-8000-000000000001', 2 ** 45 + 7]])
  expect(positionOf(positionText(position), position.keys())).toEqual(position)
})

test('a position of other stores, of an older format or truncated is null', () => {
  const position = new Map([
    ['0197a3c0-0000-7000-8000-000000000001', 300],
    ['0197a3c0-0000-7000-8000-000000000002', 2],
  ])
  const text = positionText(position)
  expect(positionOf(text, ['0197a3c0-0000-7000-8000-000000000001'])).toBeNull()
  expect(positionOf('731-0197a3c0-0000-7000-8000-000000000001', position.keys())).toBeNull()
  expect(positionOf(text.slice(0, -2), position.keys())).toBeNull()
  expect(positionOf(`${text}AA`, position.keys())).toBeNull()
})
