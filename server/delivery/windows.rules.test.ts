import { expect, test } from 'vitest'
import type { DeliveryWindow } from '../../contract/delivery/windows.ts'
import { weekdays } from '../../contract/stores/stores.ts'
import { inWindows, nextEdge } from './windows.rules.ts'

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** Numbers between 0 and `below`, the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

function anyWindow(next: (below: number) => number): DeliveryWindow {
  const days = weekdays.filter(() => next(3) > 0)
  return {
    weekdays: days.length > 0 ? days : [weekdays[next(7)] ?? 'SUNDAY'],
    start: clock(next(96) * 15),
    end: clock(next(96) * 15),
  }
}

function minuteByMinute(windows: readonly DeliveryWindow[], at: Date, timezone: string): Date | null {
  const now = inWindows(windows, at, timezone)
  const edges = new Set(windows.flatMap(({ start, end }) => [start, end]))
  const from = Math.floor(at.getTime() / 60_000) + 1
  for (let minute = from; minute <= from + 8 * 1_440 - 1; minute += 1) {
    const then = new Date(minute * 60_000)
    const local = then.toLocaleTimeString('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit' })
    if (edges.has(local) && inWindows(windows, then, timezone) !== now) return then
  }
  return null
}

// The clock goes forward in New York on 8 March 2026 and back on 1 November 2026, São Paulo's is never changed.
test.each(['America/Sao_Paulo', 'America/New_York'])(
  'the next change of a weekly window in %s is the one that a walk minute by minute finds',
  (timezone) => {
    const next = numbers(7)
    for (let run = 0; run < 10; run += 1) {
      const windows = Array.from({ length: 1 + next(3) }, () => anyWindow(next))
      const start = Date.parse(run % 2 === 0 ? '2026-03-05T00:00:00Z' : '2026-10-29T00:00:00Z')
      const at = new Date(start + next(6 * 1_440) * 60_000 + next(60_000))
      expect(nextEdge(windows, at, timezone), JSON.stringify({ windows, at })).toEqual(
        minuteByMinute(windows, at, timezone),
      )
    }
  },
)

test('a window of every day, the whole day, never changes', () => {
  const always = [{ weekdays: [...weekdays], start: '00:00', end: '00:00' }]
  expect(nextEdge(always, new Date('2026-11-24T12:00:00Z'), 'America/Sao_Paulo')).toBeNull()
})
