import { expect, test } from 'vitest'
import { breakNotes } from './break-notes.rules.ts'

const now = new Date('2026-11-20T23:14:00Z')
const paused = (until: string | null) => ({
  storeId: 's',
  name: 'Brasa',
  status: {
    open: false,
    nextChange: null,
    reasons: [{ code: 'store-paused' as const, since: null, until, channel: null, message: '', fix: null }],
  },
})
const notes = (until: string | null) => breakNotes([paused(until)], () => 'America/Sao_Paulo', now)

test('a break is announced in its last five minutes, by the store’s clock', () => {
  expect(notes('2026-11-20T23:19:00Z').map(({ text }) => text)).toEqual([
    'Brasa volta a vender às 20:19: a pausa está no fim.',
  ])
  expect(notes('2026-11-20T23:19:01Z')).toEqual([])
  expect(notes('2026-11-20T23:14:00Z')).toEqual([])
  expect(notes(null)).toEqual([])
})

test('before the stores are known nothing is said', () => {
  expect(breakNotes([paused('2026-11-20T23:15:00Z')], () => undefined, now)).toEqual([])
})
