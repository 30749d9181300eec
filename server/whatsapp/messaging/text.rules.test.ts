import { expect, test } from 'vitest'
import { truncate, storableJson } from './text.rules.ts'

test('texts become storable in PostgreSQL, at any depth', () => {
  const body = JSON.stringify({ a: ['\0x\0', { b: 'metade \uD83C' }], c: 7 })
  expect(storableJson(body)).toEqual({ a: ['x', { b: 'metade \uFFFD' }], c: 7 })
})

test('ordinary text stays as it was typed', () => {
  const typed = String.raw`C:\u0000 \ud83c`
  expect(storableJson(JSON.stringify({ typed }))).toEqual({ typed })
})

test.each(['', '{', 'undefined', '['.repeat(200_000)])('%.20s is not JSON', (body) => {
  expect(storableJson(body)).toBeNull()
})

test('a character is never cut in half', () => {
  expect(truncate('ab🍕c', 3)).toBe('ab')
  expect(truncate('ab🍕c', 4)).toBe('ab🍕')
  expect(truncate('ab', 4)).toBe('ab')
})
