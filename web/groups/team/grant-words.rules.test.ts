import { expect, test } from 'vitest'
import { grantLines } from './grant-words.rules.ts'

const names = new Map([
  ['a', 'Brasa'],
  ['b', 'Cantina'],
  ['c', 'Temaki'],
])

test('a line for each state names its stores, what the person has first', () => {
  expect(
    grantLines(
      [
        { storeId: 'c', state: 'asked' },
        { storeId: 'a', state: 'in' },
        { storeId: 'b', state: 'in' },
      ],
      names,
    ),
  ).toEqual(['Tem acesso: Brasa, Cantina', 'Espera um dono da loja: Temaki'])
})

test('many stores are a number', () => {
  const many = Array.from({ length: 98 }, (_, at) => ({ storeId: String(at), state: 'in' as const }))
  expect(grantLines([...many, { storeId: 'a', state: 'refused' }], names)).toEqual([
    'Tem acesso: 98 lojas',
    'O dono da loja recusou: Brasa',
  ])
})
