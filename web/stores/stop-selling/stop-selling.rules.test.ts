import { expect, test } from 'vitest'
import type { ChannelNow } from '../../../contract/stores/channels.ts'
import type { ScheduledBreak } from '../../../contract/stores/hours.ts'
import {
  closedAlready,
  isStoppedBy,
  runningBreaks,
  stopEnd,
  stoppable,
  stopTruth,
} from './stop-selling.rules.ts'

const zone = 'America/Manaus'
const now = new Date('2026-11-20T23:14:00Z')
const clock = { timezone: zone, dayEndsAt: '2026-11-21T08:00:00.000Z' }

const channel = (its: Partial<ChannelNow>): ChannelNow => ({
  platform: 'ifood',
  state: 'open',
  wanted: true,
  sellsWrongly: false,
  since: null,
  checkedAt: null,
  repairing: null,
  causes: [],
  ...its,
})
const cause = (code: ChannelNow['causes'][number]['code'], message = '') => ({
  code,
  message,
  since: null,
  until: null,
  who: null,
  remedy: null,
})
const pause = (its: Partial<ScheduledBreak> = {}): ScheduledBreak => ({
  id: 'b',
  name: 'Cozinha lotada',
  start: now.toISOString(),
  end: '2026-11-20T23:44:00.000Z',
  channels: [],
  running: true,
  setBy: 'Marina',
  ...its,
})

test('a stop ends after its minutes, with the business day, or at the moment that the store’s clock shows', () => {
  expect(stopEnd('30', '', now, clock)).toBe('2026-11-20T23:44:00.000Z')
  expect(stopEnd('day', '', now, clock)).toBe('2026-11-21T08:00:00.000Z')
  expect(stopEnd('other', '2026-11-20T21:00', now, clock)).toBe('2026-11-21T01:00:00.000Z')
  expect(stopEnd('other', '2026-11-20T', now, clock)).toBe('2026-11-20T')
})

test('what sells or means to sell can stop; what is closed is said; what is not connected is neither', () => {
  const all = [
    channel({ platform: 'balcao' }),
    channel({ platform: 'ifood', state: 'closed', wanted: true }),
    channel({ platform: 'whatsapp', state: 'closed', wanted: false }),
    channel({ state: 'unknown', wanted: false, causes: [cause('disconnected')] }),
  ]
  expect(stoppable(all, []).map(({ platform }) => platform)).toEqual(['balcao', 'ifood'])
  expect(closedAlready(all, []).map(({ platform }) => platform)).toEqual(['whatsapp'])
})

test('a channel that is notified of a stop is a box to tick, though nobody can read whether it stopped', () => {
  const told = channel({ platform: 'open-delivery', state: 'unknown', causes: [cause('no-news')] })
  expect(stoppable([told], [])).toEqual([told])
  expect(stoppable([{ ...told, wanted: false }], [])).toEqual([])
})

test('a channel that a break has stopped is not asked for again, though its marketplace was last read as open', () => {
  const all = [channel({ platform: 'balcao' }), channel({ platform: 'ifood', state: 'open', wanted: false })]
  const running = [pause({ channels: ['ifood'] })]
  expect(stoppable(all, running).map(({ platform }) => platform)).toEqual(['balcao'])
  expect(closedAlready(all, running).map(({ platform }) => platform)).toEqual(['ifood'])
  // Outside its hours it still sells there, and can be stopped.
  expect(stoppable(all, []).map(({ platform }) => platform)).toEqual(['balcao', 'ifood'])
})

test('a marketplace has stopped only once it was read to be closed since', () => {
  const words = (its: Partial<ChannelNow>) => stopTruth(channel({ wanted: false, ...its }), pause(), zone)
  expect(words({ platform: 'balcao' })).toEqual({ tone: 'ok', words: 'parou às 19:14' })
  expect(words({ platform: 'open-delivery', state: 'unknown' }).words).toBe(
    'avisado: confira no aplicativo dele',
  )
  expect(words({ state: 'closed', checkedAt: '2026-11-20T23:14:20Z' })).toEqual({
    tone: 'ok',
    words: 'parou, confirmado às 19:14',
  })
  expect(words({ state: 'closed', checkedAt: '2026-11-20T23:13:50Z' }).tone).toBe('plain')
  expect(words({ state: 'open', checkedAt: '2026-11-20T23:14:20Z' }).words).toContain('esperando')
  expect(words({ sellsWrongly: true })).toEqual({ tone: 'bad', words: 'ainda vende' })
  expect(words({ state: 'unknown' }).tone).toBe('bad')
  expect(words({ causes: [cause('refused', 'O iFood recusou a pausa.')] })).toEqual({
    tone: 'bad',
    words: 'O iFood recusou a pausa.',
  })
})

test('a break runs from its start to its end, and without channels it is of every channel', () => {
  const past = pause({ end: now.toISOString() })
  const later = pause({ start: '2026-11-20T23:15:00Z', running: false })
  // The server's clock is ahead of this one's.
  const ahead = pause({ start: '2026-11-20T23:14:05Z' })
  const open = pause({ end: null, running: false })
  expect(runningBreaks([past, later, ahead, open], now)).toEqual([ahead, open])
  expect(isStoppedBy(pause(), channel({}))).toBe(true)
  expect(isStoppedBy(pause({ channels: ['balcao'] }), channel({}))).toBe(false)
})
