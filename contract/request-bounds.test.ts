import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { allRoutes } from './all.ts'

interface Leaf {
  readonly at: string
  readonly schema: z.core.$ZodType
}

/** Every value that a call can receive, with its place. */
const leaves = allRoutes.flatMap((route) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = route[part]
    return schema ? leavesOf(schema, `${route.name}.${part}`) : []
  }),
)

function leavesOf(schema: z.core.$ZodType, at: string): readonly Leaf[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, inner]) => leavesOf(inner, `${at}.${name}`))
    case 'array':
      return leavesOf(def.element, `${at}[]`)
    case 'record':
      return leavesOf(def.valueType, `${at}{}`)
    case 'union':
      return def.options.flatMap((inner) => leavesOf(inner, at))
    case 'tuple':
      return def.items.flatMap((inner, index) => leavesOf(inner, `${at}[${index}]`))
    case 'pipe':
      return [...leavesOf(def.in, at), ...leavesOf(def.out, at)]
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'nonoptional':
    case 'catch':
      return leavesOf(def.innerType, at)
    default:
      return [{ at, schema }]
  }
}

const definitionOf = ({ schema }: Leaf) => (schema as z.core.$ZodTypes)._zod.def
const accepts = ({ schema }: Leaf, value: unknown) => z.safeParse(schema, value).success

test('the walk through the contract reaches its values', () => {
  expect(leaves.length).toBeGreaterThan(200)
  const kinds = new Set(leaves.map((leaf) => definitionOf(leaf).type))
  // A kind that holds others must be walked into, not taken for a value.
  expect([...kinds].toSorted()).toEqual(
    expect.arrayContaining(['boolean', 'enum', 'literal', 'number', 'string']),
  )
  expect(
    [...kinds].filter((kind) => ['lazy', 'map', 'set', 'intersection', 'promise'].includes(kind)),
  ).toEqual([])
})

// Coordinates are kept in the order's document, which has no such limit.
test('every number that a call accepts fits an integer of the database', () => {
  const numbers = leaves.filter(
    (leaf) => definitionOf(leaf).type === 'number' && !/\.address\.(lat|lng)$/.test(leaf.at),
  )
  expect(numbers.length).toBeGreaterThan(30)
  const tooWide = numbers.filter((leaf) => accepts(leaf, 2 ** 31) || accepts(leaf, -(2 ** 31) - 1))
  expect(tooWide.map((leaf) => leaf.at)).toEqual([])
})

const formatOf = (leaf: Leaf): string => {
  const definition = definitionOf(leaf)
  return definition.type === 'string' && 'format' in definition ? String(definition.format) : ''
}

test('every day and instant that a call accepts exists in the database: from 2000 to 2100', () => {
  const days = leaves.filter((leaf) => formatOf(leaf) === 'date')
  const instants = leaves.filter((leaf) => formatOf(leaf) === 'datetime')
  expect([days.length > 10, instants.length > 1]).toEqual([true, true])
  const outside = ['0000-01-01', '0001-01-01', '1999-12-31', '2101-01-01', '9999-12-31']
  const tooWide = [
    ...days.filter((leaf) => outside.some((day) => accepts(leaf, day))),
    ...instants.filter((leaf) => outside.some((day) => accepts(leaf, `${day}T12:00:00Z`))),
  ]
  expect(tooWide.map((leaf) => leaf.at)).toEqual([])
  expect(days.filter((leaf) => !accepts(leaf, '2026-11-20')).map((leaf) => leaf.at)).toEqual([])
})
