import { expect, test } from 'vitest'
import { knownAtOf } from './known-day.rules.ts'

const manaus = 'America/Manaus'
/** 22:30 of the 24th there. */
const now = new Date('2026-11-25T02:30:00Z')

test('of today it is now', () => {
  expect(knownAtOf('2026-11-24', { kept: null, timezone: manaus, now })).toBe(now.toISOString())
})

test('of an earlier day it is about noon, so that the day stays the same in every zone of Brazil', () => {
  expect(knownAtOf('2026-11-20', { kept: null, timezone: manaus, now })).toBe('2026-11-20T15:00:00.000Z')
})

test('an unchanged day keeps its moment', () => {
  const kept = '2026-11-21T01:00:00.000Z'
  expect(knownAtOf('2026-11-20', { kept, timezone: manaus, now })).toBe(kept)
})

test('no day is no moment', () => {
  expect(knownAtOf('', { kept: null, timezone: manaus, now })).toBe('')
})
