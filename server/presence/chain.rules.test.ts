import { expect, test } from 'vitest'
import { minuteMs, secondMs } from '../../contract/shared/durations.ts'
import { gapStep, presencePace, verdictOn, type Chain, type Gap, type GapFacts } from './chain.rules.ts'

const now = Date.parse('2026-11-27T23:00:00Z')
const since = now - 60 * minuteMs
const chain = (its: Partial<Chain> = {}): Chain => ({
  heardAt: null,
  silentAt: null,
  acceptsAlone: false,
  printerAt: null,
  ...its,
})
const said = (its: Partial<Chain>, from = since) => {
  const verdict = verdictOn(chain(its), from, now)
  return verdict.is === 'broken' ? verdict.cause : verdict.is
}

test('an order would be seen while a board with sound spoke within ninety seconds', () => {
  expect(said({ heardAt: now - 90 * secondMs })).toBe('alive')
  expect(said({ heardAt: now - 91 * secondMs })).toBe('screen')
  expect(said({ heardAt: now - 91 * secondMs, silentAt: now - 20 * secondMs })).toBe('sound')
  expect(said({ silentAt: now })).toBe('sound')
})

test('a printer makes an order seen only where orders are accepted automatically, and for fifteen minutes', () => {
  expect(said({ printerAt: now })).toBe('screen')
  expect(said({ acceptsAlone: true })).toBe('screen-and-printer')
  expect(said({ acceptsAlone: true, silentAt: now })).toBe('sound-and-printer')
  expect(said({ acceptsAlone: true, printerAt: now - 15 * minuteMs })).toBe('alive')
  expect(said({ acceptsAlone: true, printerAt: now - 15 * minuteMs - 1 })).toBe('screen-and-printer')
})

test('who has listened for less than a board’s word judges nobody, and hears who speaks', () => {
  expect(said({}, now - 89 * secondMs)).toBe('unknown')
  expect(said({}, now - 90 * secondMs)).toBe('screen')
  expect(said({ heardAt: now }, now)).toBe('alive')
})

test('a word from before the clock was set back does not count for hours', () => {
  expect(said({ heardAt: now + 60 * minuteMs })).toBe('screen')
})

const broken = { is: 'broken', cause: 'screen' } as const
const facts = (its: Partial<GapFacts> = {}): GapFacts => ({
  mode: 'pause',
  wanted: true,
  verdict: broken,
  pauseEnded: false,
  ...its,
})
const gap = (its: Partial<Gap> = {}): Gap => ({
  mode: 'pause',
  cause: 'screen',
  dueAt: now - 1,
  paused: false,
  reopened: false,
  ...its,
})

test('a countdown comes before the pause, and there is one pause', () => {
  const dueAt = now + presencePace.countdownMs
  expect(gapStep(null, facts(), now)).toEqual({ do: 'begin', cause: 'screen', dueAt })
  expect(gapStep(gap({ dueAt }), facts(), now).do).toBe('nothing')
  expect(gapStep(gap({ dueAt: now }), facts(), now).do).toBe('pause')
  expect(gapStep(gap({ paused: true }), facts(), now).do).toBe('nothing')
})

test('who watches or warns pauses nothing', () => {
  for (const mode of ['watch', 'warn'] as const)
    expect(gapStep(gap({ mode }), facts({ mode }), now).do).toBe('nothing')
})

test('nothing begins in a store that is off, closed, or paused by a person, and what began ends', () => {
  for (const its of [{ mode: 'off' }, { wanted: false }] as const) {
    expect(gapStep(null, facts(its), now).do).toBe('nothing')
    expect(gapStep(gap({ paused: true }), facts(its), now)).toEqual({ do: 'end', noted: true })
  }
})

test('it ends when somebody would see an order, and is kept only if it outlasted its countdown', () => {
  const alive = facts({ verdict: { is: 'alive' } })
  expect(gapStep(gap({ paused: true }), alive, now)).toEqual({ do: 'end', noted: true })
  expect(gapStep(gap({ dueAt: now + 1 }), alive, now)).toEqual({ do: 'end', noted: false })
})

test('who has not listened neither pauses nor sells again', () => {
  const unknown = facts({ verdict: { is: 'unknown' } })
  for (const one of [null, gap(), gap({ paused: true })])
    expect(gapStep(one, unknown, now).do).toBe('nothing')
})

test('a person’s reopening wins until the gap has ended', () => {
  expect(gapStep(gap({ paused: true }), facts({ pauseEnded: true }), now).do).toBe('leave-open')
  const left = gap({ paused: true, reopened: true })
  expect(gapStep(left, facts({ pauseEnded: true }), now).do).toBe('nothing')
  expect(gapStep(left, facts({ pauseEnded: true, verdict: { is: 'alive' } }), now).do).toBe('end')
})

test('a board that opened without sound changes the words', () => {
  const verdict = { is: 'broken', cause: 'sound' } as const
  expect(gapStep(gap({ paused: true }), facts({ verdict }), now)).toEqual({ do: 'rename', cause: 'sound' })
})
