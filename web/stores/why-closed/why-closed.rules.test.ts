import { expect, test } from 'vitest'
import type { ChannelCause, ChannelNow, StoreChannels } from '../../../contract/stores/channels.ts'
import { closedRows, lostText } from './why-closed.rules.ts'

const cause = (code: ChannelCause['code'], its: Partial<ChannelCause> = {}): ChannelCause => ({
  code,
  message: `${code}.`,
  since: null,
  until: null,
  who: null,
  remedy: null,
  ...its,
})
const channel = (platform: ChannelNow['platform'], its: Partial<ChannelNow>): ChannelNow => ({
  platform,
  state: 'closed',
  wanted: true,
  sellsWrongly: false,
  since: null,
  checkedAt: null,
  repairing: null,
  causes: [],
  ...its,
})
const store = (storeId: string, ...channels: ChannelNow[]): StoreChannels => ({
  storeId,
  menuSlug: storeId,
  active: true,
  activeSince: null,
  activeBy: null,
  running: 0,
  channels,
})
const usual = (storeId: string, own: number, ifood: number) => ({
  storeId,
  days: 4,
  channels: [
    { platform: 'balcao' as const, centsPerHour: own },
    { platform: 'ifood' as const, centsPerHour: ifood },
  ],
})

test('channels that one pause closes are one row, and miss together what they usually sell', () => {
  const pause = cause('break', { since: '2026-11-27T23:10:00Z' })
  const brasa = store(
    'brasa',
    channel('balcao', { causes: [pause], wanted: false }),
    channel('ifood', { causes: [pause], wanted: false }),
  )
  const [row, ...more] = closedRows([brasa], [usual('brasa', 17_000, 31_000)])
  expect(more).toEqual([])
  expect(row).toMatchObject({ lostCents: 48_000, cause: { code: 'break' } })
  expect(row?.channels.map(({ platform }) => platform)).toEqual(['balcao', 'ifood'])
})

test('what costs most comes first, and the sum says how much is near', () => {
  const stores = [
    store('aurora', channel('ifood', { causes: [cause('paused-there')] })),
    store('brasa', channel('ifood', { causes: [cause('closed-there')] })),
  ]
  const rows = closedRows(stores, [usual('aurora', 0, 19_000), usual('brasa', 0, 31_000)])
  expect(rows.map((row) => row.store.storeId)).toEqual(['brasa', 'aurora'])
  expect(lostText(rows)).toBe('2 lojas deixam de vender perto de R$\u00a0500 por hora.')
})

test('outside its hours a store misses nothing, and a channel without news may be selling', () => {
  const rows = closedRows(
    [
      store(
        'brasa',
        channel('balcao', { causes: [cause('outside-hours')], wanted: false }),
        channel('ifood', { state: 'unknown', causes: [cause('no-news')] }),
      ),
    ],
    [usual('brasa', 17_000, 31_000)],
  )
  expect(rows.map(({ cause: why, lostCents }) => [why?.code, lostCents])).toEqual([
    ['no-news', null],
    ['outside-hours', null],
  ])
  expect(lostText(rows)).toBeNull()
})

test('a channel that sells, and one that was never connected, are no rows', () => {
  const rows = closedRows(
    [
      store(
        'brasa',
        channel('balcao', { state: 'open' }),
        channel('ifood', { state: 'unknown', wanted: false, causes: [cause('disconnected')] }),
      ),
    ],
    [],
  )
  expect(rows).toEqual([])
})

test('while everything is open, channels that only their own app opens are no rows', () => {
  const open = store(
    'brasa',
    channel('balcao', { state: 'open' }),
    channel('ifood', { state: 'open' }),
    channel('keeta', { state: 'unknown' }),
    channel('aiqfome', { state: 'unknown' }),
  )
  expect(closedRows([open], [usual('brasa', 17_000, 31_000)])).toEqual([])
})
