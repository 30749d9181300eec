import { expect, test } from 'vitest'
import { dayMs, minuteMs, secondMs } from '../../../contract/shared/durations.ts'
import type { WeekShift } from '../../marketplaces/merchant.ts'
import { hoursRules } from './hours-wish.rules.ts'
import { openWish, ourPauseRules, pauseSteps, type PauseWish, type SeenPause } from './pause-wish.rules.ts'
import { arrived, firstWish, folded, nextStep, renewed, sending, wishedHere, wishPace } from './wish.rules.ts'

const rules = ourPauseRules(7)
const now = 1_000_000_000
const until = now + 60 * minuteMs
const closed: PauseWish = { closed: true, until }
const lookOf = <S>(value: S, at: number) => ({ value, askedAt: at, at })
const closedAndProved = () => {
  const wish = sending(renewed<PauseWish, readonly SeenPause[]>(null, closed, now), [], now)
  return folded(arrived(wish, now), lookOf([{ id: 'a', end: until }], now + secondMs), rules)
}

test('a wish is proved when it is read back, and rests', () => {
  const wish = closedAndProved()
  expect(wish.provedAt).toBe(now + secondMs)
  expect(nextStep(wish, now + secondMs)).toEqual({ do: 'look', at: now + secondMs + wishPace.readBackMs })
})

test('our pause that nobody here ended was ended by a person there: that is the newest wish', () => {
  const wish = folded(closedAndProved(), lookOf([], now + minuteMs), rules)
  expect(wish).toMatchObject({ version: 2, origin: 'outside', wished: openWish })
  expect(nextStep(wish, now + minuteMs).do).toBe('look')
  expect(wishedHere(wish, closed, now + minuteMs)).toBe(wish)
})

test('a pause of ours that ended by its own time was ended by nobody', () => {
  const wish = folded(closedAndProved(), lookOf([], until + secondMs), rules)
  expect(wish).toMatchObject({ version: 1, origin: 'here' })
  expect(wish.provedAt).not.toBeNull()
})

test('our write that arrives late is undone, and is nobody’s wish', () => {
  const open = renewed(closedAndProved(), openWish, now + 2 * secondMs)
  const sent = sending(open, ['a'], now + 2 * secondMs)
  const reopened = folded(sent, lookOf([], now + 3 * secondMs), rules)
  const late = folded(reopened, lookOf([{ id: 'b', end: until }], now + 40 * secondMs), rules)
  expect(late).toMatchObject({ version: 2, origin: 'here', provedAt: null })
  expect(nextStep(late, now + 40 * secondMs).do).toBe('send')
})

test('an answer to a question that is older than our last write says nothing', () => {
  const wish = sending(closedAndProved(), [], now + 5 * secondMs)
  expect(folded(wish, { value: [], askedAt: now + 4 * secondMs, at: now + 6 * secondMs }, rules)).toBe(wish)
})

test('a clock that is set back forgets what is ahead of it', () => {
  const ahead = { ...closedAndProved(), since: now - minuteMs }
  const wish = folded(ahead, lookOf([], now - 30 * secondMs), rules)
  expect(wish.seen?.at).toBe(now - 30 * secondMs)
})

test('a first look changes nothing there but a pause of our own', () => {
  const week: readonly WeekShift[] = [{ weekday: 'MONDAY', start: '18:00', minutes: 300 }]
  expect(firstWish(lookOf(week, now), [], hoursRules)).toMatchObject({ origin: 'outside', wished: week })
  expect(firstWish(lookOf([{ id: 'a', end: until }], now), openWish, rules)).toMatchObject({
    origin: 'here',
    provedAt: null,
  })
})

test('hours that we wrote a moment ago are ours, and a minute later somebody else’s', () => {
  const ours: readonly WeekShift[] = [{ weekday: 'MONDAY', start: '18:00', minutes: 300 }]
  const next: readonly WeekShift[] = []
  const first = sending(renewed<typeof ours, typeof ours>(null, ours, now), [], now)
  const proved = folded(
    sending(renewed(first, next, now + secondMs), [], now + secondMs),
    lookOf(next, now + 2 * secondMs),
    hoursRules,
  )
  expect(folded(proved, lookOf(ours, now + 50 * secondMs), hoursRules).origin).toBe('here')
  expect(folded(proved, lookOf(ours, now + 2 * minuteMs), hoursRules).origin).toBe('outside')
})

test('a new pause is made before the old one goes, and never lasts longer than the marketplace takes', () => {
  const old = [{ id: 'a', end: until }]
  expect(pauseSteps({ closed: true, until: null }, old, now, 7)).toEqual({
    make: now + 7 * dayMs,
    remove: ['a'],
  })
  expect(pauseSteps(closed, old, now, 7)).toEqual({ make: null, remove: [] })
  expect(pauseSteps(openWish, old, now, 7)).toEqual({ make: null, remove: ['a'] })
})
