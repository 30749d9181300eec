import { expect, test } from 'vitest'
import type { Need } from '../../contract/home/home.ts'
import { waits } from './rank-needs.rules.ts'
import { byRisk, riskOf, type Priced } from './risk.rules.ts'

const now = new Date('2026-11-20T22:00:00Z')
const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const order = {
  id: 'o',
  displayId: '1',
  platform: 'ifood',
  type: 'DELIVERY',
  customer: '',
  version: 1,
} as const

const accept = (minutes: number, dies: boolean): Priced => ({
  kind: 'accept',
  ...waits(`order ${minutes}`, 's', { deadline: inMinutes(minutes), dies }),
  amountCents: 14_880,
  order: { ...order, dies },
})
const paused = (lossPerHour: number): Priced => ({
  kind: 'paused',
  ...waits(`paused ${lossPerHour}`, 's', { lossPerHour }),
  by: null,
})
const channel = (state: 'closed' | 'selling', lossPerHour: number): Priced => ({
  kind: 'channel',
  ...waits(`channel ${state}`, 's', { lossPerHour }),
  platform: 'ifood',
  state,
  message: '',
  fix: null,
  ourPause: false,
})

test('a store that is stopped loses a quarter of its usual hour', () => {
  expect(riskOf(paused(48_000), now)).toBe(12_000)
  expect(riskOf(channel('closed', 21_000), now)).toBe(5_250)
})

test('an order is lost whole, if its channel cancels it within the quarter of an hour', () => {
  expect(riskOf(accept(3, true), now)).toBe(14_880)
  expect(riskOf(accept(20, true), now)).toBe(0)
  expect(riskOf(accept(3, false), now)).toBe(0)
})

test('what costs most comes first; a channel that sells and should not comes before all', () => {
  const list = [accept(20, true), paused(20_000), channel('selling', 1e12), accept(3, true)]
  expect(byRisk(list, now).map(({ need, riskCents }) => [need.key, riskCents])).toEqual([
    ['channel selling', 0],
    ['order 3', 14_880],
    ['paused 20000', 5_000],
    ['order 20', 0],
  ] satisfies [Need['key'], number][])
})
