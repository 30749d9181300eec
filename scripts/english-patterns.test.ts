import { expect, test } from 'vitest'
import { hitsIn } from './english-patterns.ts'

test.each([
  'Read once, by whoever is free.',
  'Names the store for who has no access here.',
  'The client is told which store went.',
  'The day is closed anew within a minute.',
  'Takes so many of them as fit.',
  '// What stands below the cards is drawn later.',
  'The row stands beside its order.',
  'The file lies there until the next start.',
  'Sends how the item stands now.',
  'Prints by itself.',
  'Old and new, asked in turns.',
  'is refused to basic',
  'A list as long as it likes.',
  'A stream hears of every order.',
  'The refusal is written down.',
  'loses a store when the access is taken away',
  'A chunk that does not come.',
  'const byWhoeverIsFree = 1',
  'await tellStore(tx)',
  'let it: TestApp',
])('finds the phrase in "%s"', (line) => {
  expect(hitsIn(line)).not.toHaveLength(0)
})

test.each([
  'The caller that holds the lock runs the query; the others reuse its result.',
  'A person who reads the report sees the net.',
  'The printer takes over for its stand-in.',
  'KEEPALIVE stands for presence.',
  'Retries with back-off.',
  'function itself() {}',
])('leaves "%s" alone', (line) => {
  expect(hitsIn(line)).toHaveLength(0)
})

test('says in which line', () => {
  expect(hitsIn('fine\nwritten anew')).toEqual([{ line: 2, text: 'anew', instead: 'again' }])
})
