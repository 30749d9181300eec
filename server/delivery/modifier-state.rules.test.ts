import { describe, expect, test } from 'vitest'
import type { ModifierTrigger } from '../../contract/delivery/modifiers.ts'
import { stateOf, type Surroundings } from './modifier-state.rules.ts'

/** Friday, 19:00 in São Paulo. */
const evening = new Date('2026-11-20T22:00:00Z')
const after = (minutes: number) => new Date(evening.getTime() + minutes * 60_000)
const state = (when: ModifierTrigger, around: Partial<Surroundings> = {}, onSince: Date | null = null) =>
  stateOf(
    { active: true, when, onSince },
    { now: evening, timezone: 'America/Sao_Paulo', queue: 0, freeCouriers: 3, specialDay: false, ...around },
  )

test('a manual one ends at its second, also when nobody was there to see it', () => {
  const rain: ModifierTrigger = { kind: 'manual', until: after(90).toISOString() }
  expect(state(rain)).toMatchObject({ on: true, until: after(90) })
  expect(state(rain, { now: new Date(after(90).getTime() - 1) }).on).toBe(true)
  expect(state(rain, { now: after(90) }).on).toBe(false)
  expect(state(rain, { now: after(9_000) }).on).toBe(false)
  expect(state({ kind: 'manual', until: null }).on).toBe(false)
})

describe('one of a full kitchen', () => {
  const full: ModifierTrigger = { kind: 'queueOver', count: 10 }
  test('goes on above its number', () => {
    expect(state(full, { queue: 10 }).on).toBe(false)
    expect(state(full, { queue: 11 })).toMatchObject({ on: true, since: evening })
  })
  test('stays for a quarter of an hour, and until the queue is well below', () => {
    const on = (queue: number, minutes: number) => state(full, { queue, now: after(minutes) }, evening).on
    expect([on(0, 14), on(0, 15), on(8, 60), on(7, 60), on(12, 600)]).toEqual([
      true,
      false,
      true,
      false,
      true,
    ])
  })

  test('of a small number ends with an empty queue', () => {
    const small: ModifierTrigger = { kind: 'queueOver', count: 1 }
    const on = (queue: number) => state(small, { queue, now: after(20) }, evening).on
    expect([on(1), on(0)]).toEqual([true, false])
  })
})

test('one of few couriers waits for one to be missing; a day without couriers misses none', () => {
  const few: ModifierTrigger = { kind: 'freeCouriersUnder', count: 1 }
  expect([0, 1, null].map((freeCouriers) => state(few, { freeCouriers }).on)).toEqual([true, false, false])
})

test('one of the week follows the store’s clock past midnight', () => {
  const night: ModifierTrigger = {
    kind: 'weekly',
    windows: [{ weekdays: ['FRIDAY'], start: '22:00', end: '02:00' }],
  }
  expect(state(night).on).toBe(false)
  expect(state(night, { now: after(4 * 60) })).toMatchObject({ on: true, until: after(7 * 60) })
  expect(state(night, { now: after(7 * 60) }).on).toBe(false)
})

test('one of special days asks the calendar; what is switched off never applies', () => {
  expect(state({ kind: 'specialDays' }, { specialDay: true }).on).toBe(true)
  const around = { now: evening, timezone: 'America/Sao_Paulo', queue: 99, freeCouriers: 0, specialDay: true }
  expect(stateOf({ active: false, when: { kind: 'specialDays' }, onSince: null }, around).on).toBe(false)
})
