import { expect, test } from 'vitest'
import { doubtEnds } from './webhook-wait.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 24, 12) + seconds * 1_000)

test('a doubt lasts two minutes, and longer where the server was away', () => {
  expect(doubtEnds(at(0), at(-600))).toEqual(at(120))
  expect(doubtEnds(at(0), at(60))).toEqual(at(60 + 120 + 30))
})

test('a server that begins again and again does not prolong a doubt beyond five minutes after it began', () => {
  expect(doubtEnds(at(0), at(900))).toEqual(at(900 + 300))
})
