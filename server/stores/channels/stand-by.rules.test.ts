import { describe, expect, test } from 'vitest'
import { standByStep } from './stand-by.rules.ts'

const now = new Date('2026-11-20T22:00:00Z')
const later = new Date('2026-11-20T22:10:00Z')
const before = new Date('2026-11-20T21:59:59Z')
const open = { sells: true, inHours: true, until: null }

describe('a store at a channel that opens it again on its own', () => {
  test.each([
    ['stops selling', { ...open, sells: false }, 'suspend'],
    ['is still paused when the channel opens it', { ...open, sells: false, until: before }, 'suspend'],
    ['is paused and suspended', { ...open, sells: false, until: later }, null],
    ['sells again before the channel opens it', { ...open, until: later }, 'open'],
    ['sells again after it', { ...open, until: before }, null],
    ['never stopped', open, null],
    ['stops outside its hours', { ...open, sells: false, inHours: false }, null],
    ['sells again outside its hours', { ...open, inHours: false, until: later }, null],
  ] as const)('that %s', (_what, facts, step) => {
    expect(standByStep(facts, now)).toBe(step)
  })
})
