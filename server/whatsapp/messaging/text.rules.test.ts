import { expect, test } from 'vitest'
import { truncate, storableJson } from './text.rules.ts'

test('texts are read as PostgreSQL can keep them, however deep they are', () => {
  const body = JSON.stringify({ a: ['\0x\0', { b: 'metade \uD83C' }], c: 7 })
  expect(storableJson(body)).toEqual({ a: ['x', { b: 'metade \uFFFD' }], c: 7 })
})

test('what somebody typed letter by letter stays', () => {
  const typed = String.raw`C:\u0000 \ud83c`
  expect(storableJson(JSON.stringify({ typed }))).toEqual({ typed })
})

test.each(['', '{', 'undefined', '['.repeat(200_000)])('%.20s is no JSON', (body) => {
  expect(storableJson(body)).toBeNull()
})

test('a sign is never cut in half', () => {
  expect(truncate('ab🍕c', 3)).toBe('ab')
  expect(truncate('ab🍕c', 4)).toBe('ab🍕')
  expect(truncate('ab', 4)).toBe('ab')
})
