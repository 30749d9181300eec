import { expect, test } from 'vitest'
import { EnvironmentError, readEnvironment } from './env.ts'

const directory = { DATABASE_URL: 'postgres://o@directory/balcao', DEMO: 'off' }
const cells = (text: string, more: Record<string, string | undefined> = {}) =>
  readEnvironment({ ...directory, CELLS: text, ...more }).CELLS

test('without CELLS one database is the directory and the only cell', () => {
  expect(readEnvironment(directory).CELLS).toBeUndefined()
})

test('CELLS names the databases of stores, in their order', () => {
  expect(
    cells('main=postgres://o:s%2Cs@one:5433/stores, b=postgresql://o@two/stores?sslmode=require'),
  ).toEqual([
    { name: 'main', url: 'postgres://o:s%2Cs@one:5433/stores' },
    { name: 'b', url: 'postgresql://o@two/stores?sslmode=require' },
  ])
})

test('a cell may be in the directory’s own database: so a second one opens beside one machine', () => {
  expect(cells(`main=${directory.DATABASE_URL},b=postgres://o@two/stores`)).toHaveLength(2)
})

test.each([
  ['a name without an address', 'main='],
  ['an address without a name', 'postgres://o@one/stores'],
  ['another scheme', 'main=mysql://o@one/stores'],
  ['a name that the directory could not keep', 'Loja 1=postgres://o@one/stores'],
  ['an empty part', 'main=postgres://o@one/stores,'],
  ['no address at all', 'main=postgres://'],
])('the start is refused over %s, and says what CELLS takes', (_, text) => {
  const start = () => cells(text)
  expect(start).toThrow(EnvironmentError)
  expect(start).toThrow(/CELLS: .*main=postgres:\/\//)
})

test.each([
  ['two cells of one name', 'b=postgres://o@one/s,b=postgres://o@two/s', {}, /duas células com o nome b/],
  [
    'two cells in one database, by two logins',
    'a=postgres://o@one/s,b=postgres://p:x@one:5432/s',
    {},
    /mesmo banco, one:5432\/s/,
  ],
  ['cells without a directory', 'a=postgres://o@one/s', { DATABASE_URL: undefined }, /também DATABASE_URL/],
  ['cells beside the demonstration', 'a=postgres://o@one/s', { DEMO: 'on' }, /DEMO=off/],
] as const)('the start is refused over %s', (_, text, more, words) => {
  expect(() => cells(text, more)).toThrow(words)
})
