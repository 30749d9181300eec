import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { AppError } from '../errors/app-error.ts'
import { parseInput } from './parse.ts'

const schema = z.object({ items: z.array(z.object({ name: z.string(), tags: z.array(z.string()) })) })
const order = (name: string, tag: string) => ({
  items: [
    { name: 'Calabresa', tags: [] },
    { name, tags: ['a', tag] },
  ],
})

function refusalOf(value: unknown): AppError | null {
  try {
    parseInput(schema, value)
    return null
  } catch (error) {
    return error as AppError
  }
}

test('a text that the database cannot keep is named by its place, however deep it is', () => {
  for (const [value, path] of [
    [order('Por\0tuguesa', 'b'), 'items.1.name'],
    [order('Portuguesa', '\ud800'), 'items.1.tags.1'],
  ] as const) {
    expect(refusalOf(value)?.extras.details).toEqual([
      { path, message: 'Há caracteres que não podem ser guardados.' },
    ])
  }
  expect(parseInput(schema, order('Portuguesa 😀', 'b'))).toEqual(order('Portuguesa 😀', 'b'))
})
