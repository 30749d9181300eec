import { describe, expect, test } from 'vitest'
import {
  isEnded,
  newLine,
  nextLine,
  troubleOf,
  type Line,
  type LineAction,
  type LineSignal,
} from './line-state.rules.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 24, 12, 0, seconds))

/** Applies signals to a new line, each at its second. */
function afterSignals(...signals: readonly (readonly [seconds: number, LineSignal])[]): {
  line: Line
  acts: LineAction[]
} {
  let line = newLine(at(0))
  const acts: LineAction[] = []
  for (const [seconds, one] of signals) {
    const change = nextLine(line, one, at(seconds))
    line = change.line
    acts.push(...change.acts)
  }
  return { line, acts }
}

const step = (qr: string): LineSignal => ({ type: 'step', qr, code: null })
const over: LineSignal = { type: 'step-over' }
const check: LineSignal = { type: 'check', slow: false }
const provider = (
  state: 'open' | 'connecting' | 'syncing' | 'closed' | 'refused' | 'banned' | 'pairing',
): LineSignal => ({
  type: 'provider',
  state,
})

describe('a line being paired', () => {
  test('a line being paired shows a QR for 20 seconds and then asks for the next', () => {
    const first = afterSignals([1, step('a')])
    expect(first.line).toMatchObject({ state: 'pairing', tries: 1, qr: 'a', stepEndsAt: at(21) })
    expect(afterSignals([1, step('a')], [20, over]).acts).toEqual([])
    const next = afterSignals([1, step('a')], [21, over])
    expect(next.line).toMatchObject({ tries: 2, qr: null })
    expect(next.acts).toEqual(['renew'])
  })

  test('pairing stops after three QRs and leaves it to a person', () => {
    const { line, acts } = afterSignals(
      [1, step('a')],
      [21, over],
      [22, step('b')],
      [42, over],
      [43, step('c')],
      [63, over],
    )
    expect(line).toMatchObject({ state: 'expired', tries: 3, qr: null })
    expect(acts).toEqual(['renew', 'renew', 'log-out'])
    expect(isEnded(line.state)).toBe(true)
  })

  test('pairing stops a provider that keeps sending QRs', () => {
    const many = Array.from({ length: 200 }, (_, index) => [1, step(`qr-${index}`)] as const)
    const { line, acts } = afterSignals(...many)
    expect(line).toMatchObject({ state: 'expired', tries: 3 })
    expect(acts).toEqual(['log-out'])
  })

  test('the same QR counts once, however often it arrives', () => {
    expect(afterSignals([1, step('a')], [2, step('a')], [3, step('a')]).line.tries).toBe(1)
  })

  test('a QR stays on screen while the provider only reports that it is connecting', () => {
    expect(afterSignals([1, step('a')], [2, provider('connecting')]).line).toMatchObject({
      state: 'pairing',
      qr: 'a',
    })
  })

  test('a line syncs after the scan and then opens', () => {
    const { line, acts } = afterSignals([1, step('a')], [5, provider('syncing')], [9, provider('open')])
    expect(line).toMatchObject({ state: 'open', qr: null, since: at(9) })
    expect(acts).toEqual(['send-waiting'])
  })
})

describe('a stuck line', () => {
  test('a stuck line is restarted once; after that a person decides', () => {
    const once = afterSignals([1, step('a')], [5, provider('syncing')], [66, check])
    expect(once.acts).toEqual(['restart'])
    expect(once.line).toMatchObject({ state: 'pairing', tries: 1, renewed: true })
    const twice = afterSignals(
      [1, step('a')],
      [5, provider('syncing')],
      [66, check],
      [67, step('b')],
      [70, provider('syncing')],
      [131, check],
    )
    expect(twice.line).toMatchObject({ state: 'closed', cause: 'stuck' })
    expect(twice.acts).toEqual(['restart', 'log-out', 'notify-person'])
  })

  test('a line without a QR counts as stuck', () => {
    const { line, acts } = afterSignals([1, { type: 'stuck' }], [2, { type: 'stuck' }])
    expect(line).toMatchObject({ state: 'closed', cause: 'stuck' })
    expect(acts).toEqual(['restart', 'log-out', 'notify-person'])
  })

  test('a line that was open in between may be restarted again', () => {
    const { acts } = afterSignals(
      [1, { type: 'stuck' }],
      [2, step('a')],
      [3, provider('open')],
      [900, provider('connecting')],
      [961, check],
    )
    expect(acts).toEqual(['restart', 'send-waiting', 'notify-person', 'restart'])
  })

  test('a stuck line restarts at most twice, however many signals arrive', () => {
    const endless = Array.from(
      { length: 500 },
      (_, index) => [index, index % 2 === 0 ? provider('syncing') : ({ type: 'stuck' } as const)] as const,
    )
    const { acts } = afterSignals(...endless)
    expect(acts.filter((act) => act === 'restart' || act === 'renew')).toHaveLength(1)
  })
})

test('an open line stays open when the report of its scan arrives late', () => {
  expect(afterSignals([1, step('a')], [5, provider('open')], [6, provider('syncing')]).line.state).toBe(
    'open',
  )
})

describe('an open line', () => {
  const open = [
    [1, step('a')],
    [2, provider('open')],
  ] as const

  test('an open line is slow while messages wait, and recovers afterwards', () => {
    const slow = afterSignals(...open, [60, { type: 'check', slow: true }])
    expect(slow.line).toMatchObject({ state: 'degraded', cause: 'slow' })
    expect(slow.acts).toEqual(['send-waiting', 'notify-person'])
    expect(afterSignals(...open, [60, { type: 'check', slow: true }], [120, check]).line.state).toBe('open')
  })

  test('an open line survives a short outage of its provider', () => {
    const { line } = afterSignals(...open, [60, { type: 'unreachable' }], [70, provider('open')])
    expect(line).toMatchObject({ state: 'open', cause: null })
  })

  test('a line closes when the phone unlinks it, and a person is notified', () => {
    const { line, acts } = afterSignals(...open, [60, provider('closed')])
    expect(line).toMatchObject({ state: 'closed', cause: 'unlinked' })
    expect(acts).toEqual(['send-waiting', 'notify-person'])
  })

  test.each(['banned', 'refused'] as const)(
    'a line that is %s stays so until a person connects again',
    (state) => {
      const { line } = afterSignals(...open, [60, provider(state)], [61, provider('open')], [62, step('z')])
      expect(line).toMatchObject({ state, qr: null })
    },
  )

  test('a late event does not reopen a line that a person disconnected', () => {
    const { line } = afterSignals(...open, [60, { type: 'person-disconnects' }], [61, provider('open')])
    expect(line).toMatchObject({ state: 'closed', cause: 'disconnected' })
  })
})

test('a line that delivers late is slow; one that a person must reconnect is down, unless a person ended it', () => {
  const openedAt = at(0)
  expect(troubleOf({ state: 'open', cause: null, openedAt })).toBeNull()
  expect(troubleOf({ state: 'degraded', cause: 'reconnecting', openedAt })).toBe('slow')
  for (const cause of ['unlinked', 'stuck', 'unauthorized'] as const)
    expect(troubleOf({ state: 'closed', cause, openedAt })).toBe('down')
  expect(troubleOf({ state: 'closed', cause: 'disconnected', openedAt })).toBeNull()
  expect(troubleOf({ state: 'refused', cause: null, openedAt: null })).toBeNull()
  expect(troubleOf({ state: 'banned', cause: null, openedAt: null })).toBe('down')
})
