import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { orderView } from '../../../contract/orders/orders.ts'
import { cleanText, fitTo } from './fit-to-schema.ts'
import { isRecord } from './is-record.ts'

test('texts are cut and cleaned, numbers limited, lists shortened, and each doubt is named', () => {
  const schema = z.strictObject({
    name: z.string().check(z.maxLength(50)),
    cents: z.int().check(z.gte(0), z.lte(100)),
    tags: z.array(z.string()).check(z.maxLength(2)),
    at: z.nullable(z.iso.datetime()),
    kind: z.optional(z.enum(['a', 'b'])),
  })
  const fitted = fitTo(schema, {
    name: `a\0${'b'.repeat(60)}`,
    cents: 900.4,
    tags: ['x', {}, 'y'],
    at: 'no',
    kind: 'c',
  })
  expect(fitted?.value).toEqual({ name: `a${'b'.repeat(48)}…`, cents: 100, tags: ['x'], at: null })
  expect(fitted?.doubts.toSorted()).toEqual(['at', 'cents', 'kind', 'tags', 'tags.1'])
})

test('a text is never cut within a letter', () => {
  expect(cleanText('aa😀', 3)).toBe('aa')
  expect(cleanText('a\ud83d')).toBe('a\ufffd')
})

test('whatever is fitted is taken by its schema', () => {
  const parts = z.pick(orderView, {
    items: true,
    customer: true,
    payments: true,
    delivery: true,
    schedule: true,
  })
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const fitted = fitTo(parts, isRecord(value) ? value : {})
      return fitted !== null && z.safeParse(parts, fitted.value).success
    }),
    { numRuns: 500 },
  )
})
