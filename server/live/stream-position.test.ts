import fc from 'fast-check'
import { expect, test } from 'vitest'
import { positionOf, positionText } from './stream-position.ts'

const history = '7412345678901234567-1'

const positions = fc
  .uniqueArray(fc.tuple(fc.uuid(), fc.nat({ max: 2 ** 31 - 1 })), { selector: ([id]) => id, maxLength: 100 })
  .map((entries) => new Map(entries))

test('any position of up to a hundred stores is parsed as it was written', () => {
  fc.assert(
    fc.property(positions, (position) => {
      const read = positionOf(positionText(position, history), position.keys(), history)
      expect(new Map(read)).toEqual(position)
    }),
  )
})

test('numbers beyond 32 bits are preserved', () => {
  const position = new Map([['0197a3c0-0000-7000-8000-000000000001', 2 ** 45 + 7]])
  expect(positionOf(positionText(position, history), position.keys(), history)).toEqual(position)
})

test('a position of other stores, of an older format or truncated is null', () => {
  const position = new Map([
    ['0197a3c0-0000-7000-8000-000000000001', 300],
    ['0197a3c0-0000-7000-8000-000000000002', 2],
  ])
  const text = positionText(position, history)
  expect(positionOf(text, ['0197a3c0-0000-7000-8000-000000000001'], history)).toBeNull()
  expect(positionOf('731-0197a3c0-0000-7000-8000-000000000001', position.keys(), history)).toBeNull()
  expect(positionOf(text.slice(0, -2), position.keys(), history)).toBeNull()
  expect(positionOf(`${text}AA`, position.keys(), history)).toBeNull()
})

test('a position of another database’s history is null', () => {
  const position = new Map([['0197a3c0-0000-7000-8000-000000000001', 300]])
  const text = positionText(position, history)
  expect(positionOf(text, position.keys(), '7412345678901234567-2')).toBeNull()
})
