import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { compileObjects } from './compiled-reply.ts'

const makeReply = () => {
  const sums = z.strictObject({ orders: z.int(), cents: z.optional(z.int()) })
  return z.strictObject({
    day: z.string(),
    rows: z.array(z.strictObject({ name: z.nullable(z.string()), sums })),
    one: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('open'), since: z.string() }),
      z.strictObject({ kind: z.literal('closed'), sums }),
    ]),
    loose: z.object({ a: z.int() }),
    span: z
      .strictObject({ from: z.int(), to: z.int() })
      .check(z.refine((span) => span.from <= span.to, 'from after to')),
  })
}

const good = {
  day: '2026-11-22',
  rows: [{ name: null, sums: { orders: 1 } }],
  one: { kind: 'closed', sums: { orders: 2, cents: 300 } },
  loose: { a: 1 },
  span: { from: 1, to: 2 },
}

describe('a reply whose objects are compiled', () => {
  const plain = makeReply()
  const compiled = makeReply()
  compileObjects(compiled)

  test.for([
    ['is as it should be', good],
    ['has a field too many inside a list', { ...good, rows: [{ ...good.rows[0], secret: 'x' }] }],
    ['has a field too many where these are dropped', { ...good, loose: { a: 1, b: 2 } }],
    ['lacks a field', { ...good, day: undefined }],
    ['lacks a field inside a choice', { ...good, one: { kind: 'closed' } }],
    ['has a number that is none', { ...good, rows: [{ name: 'x', sums: { orders: '1' } }] }],
    ['breaks a rule between two fields', { ...good, span: { from: 3, to: 2 } }],
    ['is no object', null],
  ] as const)('is taken or refused as before when it %s', ([, value]) => {
    const { success, data, error } = z.safeParse(compiled, value)
    const before = z.safeParse(plain, value)
    expect({ success, data, issues: error?.issues }).toEqual({
      success: before.success,
      data: before.data,
      issues: before.error?.issues,
    })
  })

  test('is compiled, down to its lists and choices', () => {
    const isCompiled = (schema: z.core.$ZodType) => schema._zod.traits.has('$ZodObjectJIT')
    const { rows, one, loose } = compiled.shape
    const objects = [compiled, rows.def.element, rows.def.element.shape.sums, ...one.def.options, loose]
    expect(objects.map(isCompiled)).toEqual(objects.map(() => true))
    expect(isCompiled(plain)).toBe(false)
  })

  test('leaves out a field that is not named where the schema does', () => {
    expect(z.parse(compiled, { ...good, loose: { a: 1, b: 2 } }).loose).toEqual({ a: 1 })
  })
})
