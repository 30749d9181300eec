import { describe, expect, test } from 'vitest'
import { decide, momentText, type AutoAcceptFacts } from './auto-accept.rules.ts'

const now = new Date('2026-11-20T22:00:00Z')
const rules: AutoAcceptFacts['rules'] = {
  onlyWhenOpen: true,
  maxInPreparation: null,
  cashLimitCents: null,
  firstOrderWaits: false,
  scheduledAtOnce: false,
}
const cash = (cents: number): AutoAcceptFacts['payments'] => [
  { method: 'CASH', brand: null, cents, prepaid: false, changeForCents: null },
]
const facts = (changes: Partial<AutoAcceptFacts> = {}, changed: Partial<AutoAcceptFacts['rules']> = {}) => ({
  rules: { ...rules, ...changed },
  capacity: { level: 'normal', until: null } as AutoAcceptFacts['capacity'],
  payments: cash(7_050),
  ordersCount: 3,
  scheduled: false,
  preparationStartAt: null,
  createdAt: now,
  storeOpen: true,
  serviceOn: true,
  inPreparation: 2,
  timezone: 'America/Sao_Paulo',
  ...changes,
})
const reasonOf = (asked: AutoAcceptFacts, at = now) => {
  const verdict = decide(asked, at)
  return verdict.accepted ? null : verdict.reason
}
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

describe('orders that no rule holds back', () => {
  test('an order that no rule holds back is accepted', () =>
    expect(decide(facts(), now)).toEqual({ accepted: true }))

  test.each([
    ['exactly at the cash limit', facts({ payments: cash(15_000) }, { cashLimitCents: 15_000 })],
    [
      'of a large sum paid in the app',
      facts({ payments: [{ ...cash(90_000)[0], prepaid: true } as never] }, { cashLimitCents: 15_000 }),
    ],
    ['of a customer who came back', facts({ ordersCount: 2 }, { firstOrderWaits: true })],
    ['for the last free place of the kitchen', facts({ inPreparation: 9 }, { maxInPreparation: 10 })],
    ['of a closed store whose rule allows it', facts({ storeOpen: false }, { onlyWhenOpen: false })],
    ['while the store is busy', facts({ capacity: { level: 'busy', until: null } })],
    ['scheduled, once its preparation may start', facts({ scheduled: true, preparationStartAt: now })],
    [
      'scheduled for later, where the rule says at once',
      facts({ scheduled: true, preparationStartAt: later(60) }, { scheduledAtOnce: true }),
    ],
  ])('an order %s is accepted', (_name, asked) => expect(reasonOf(asked)).toBeNull())
})

describe('orders that wait', () => {
  test.each([
    [
      facts({ payments: cash(15_001) }, { cashLimitCents: 15_000 }),
      'pagamento em dinheiro acima de R$ 150,00',
    ],
    [facts({ payments: cash(1) }, { cashLimitCents: 0 }), 'pagamento em dinheiro'],
    [facts({ ordersCount: 1 }, { firstOrderWaits: true }), 'primeiro pedido deste cliente'],
    [facts({ ordersCount: null }, { firstOrderWaits: true }), 'cliente não identificado'],
    [facts({ storeOpen: false }), 'loja fechada agora'],
    [facts({ serviceOn: false }), 'a loja desligou pedidos deste tipo'],
    [facts({ capacity: { level: 'paused', until: null } }), 'loja pausada'],
    [facts({ capacity: { level: 'paused', until: later(30).toISOString() } }), 'loja pausada até 19:30'],
    [facts({ inPreparation: 10 }, { maxInPreparation: 10 }), 'já há 10 pedidos em preparo e o limite é 10'],
    [facts({ inPreparation: 1 }, { maxInPreparation: 1 }), 'já há 1 pedido em preparo e o limite é 1'],
    [
      facts({ scheduled: true, preparationStartAt: later(75) }),
      'pedido agendado: o aceite automático olha de novo às 20:15',
    ],
  ])('waiting order %# states its reason', (asked, reason) => expect(reasonOf(asked)).toBe(reason))

  test('a pause takes precedence over other temporary reasons, and manual review over a pause', () => {
    const paused = { level: 'paused', until: null } as const
    expect(reasonOf(facts({ capacity: paused, storeOpen: false }))).toBe('loja pausada')
    expect(reasonOf(facts({ capacity: paused, ordersCount: 1 }, { firstOrderWaits: true }))).toBe(
      'primeiro pedido deste cliente',
    )
  })
})

describe('when a waiting order is checked again', () => {
  const againOf = (asked: AutoAcceptFacts, at = now) => {
    const verdict = decide(asked, at)
    return verdict.accepted ? null : (verdict.lookAgainAt?.getTime() ?? null)
  }

  test('a scheduled order is checked again when preparation may start, and a paused one when the pause ends', () => {
    expect(againOf(facts({ scheduled: true, preparationStartAt: later(75) }))).toBe(later(75).getTime())
    const until = later(30)
    expect(againOf(facts({ capacity: { level: 'paused', until: until.toISOString() } }))).toBe(
      until.getTime(),
    )
  })

  test('an order waiting for a full kitchen is checked again within a minute, for an hour', () => {
    const full = facts({ inPreparation: 10 }, { maxInPreparation: 10 })
    expect(againOf(full)).toBeLessThanOrEqual(later(1).getTime())
    expect(againOf(full, later(61))).toBeNull()
  })

  test('an order that needs manual review is not checked again', () => {
    expect(againOf(facts({ payments: cash(2) }, { cashLimitCents: 1 }))).toBeNull()
    expect(againOf(facts({ ordersCount: 1 }, { firstOrderWaits: true }))).toBeNull()
  })
})

test('a time on another day includes the date, in the store’s zone', () => {
  expect(momentText(later(60), now, 'America/Sao_Paulo')).toBe('às 20:00')
  expect(momentText(later(60), now, 'America/Manaus')).toBe('às 19:00')
  expect(momentText(later(60 * 9), now, 'America/Sao_Paulo')).toBe('em 21/11 às 04:00')
})
