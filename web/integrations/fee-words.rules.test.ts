import { expect, test } from 'vitest'
import type { ChannelFeesView, FeeContract } from '../../contract/integrations/fees.ts'
import {
  costText,
  feesTyped,
  holdingNow,
  pricesText,
  priceText,
  termsText,
  typedFees,
  unreadFees,
} from './fee-words.rules.ts'

const contract = (fromDay: string | null, commissionBps: number): FeeContract => ({
  fromDay,
  commissionBps,
  paymentFeeBps: 320,
  monthlyFeeCents: 13_000,
  samePrices: false,
  savedBy: 'Marina',
  savedAt: null,
})
const view: ChannelFeesView = {
  type: 'ifood',
  version: 3,
  today: '2026-11-26',
  contracts: [contract('2027-01-01', 2_300), contract('2026-11-01', 1_200), contract(null, 1_000)],
  lastDays: { salesCents: 1_000_000, feesCents: 152_000, monthlyFeeCents: 13_000 },
}
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ')

test('the contract that holds is the last one that has begun', () => {
  expect(holdingNow(view)?.commissionBps).toBe(1_200)
  expect(holdingNow({ ...view, today: '2027-01-01' })?.commissionBps).toBe(2_300)
  expect(holdingNow({ ...view, today: '2026-10-31' })?.fromDay).toBeNull()
})

test('what a month cost has the monthly fee in it', () => {
  expect(plain(costText(view))).toBe(
    'Em 30 dias você vendeu R$ 10.000,00 no iFood; comissão, taxas e mensalidade somam R$ 1.650,00, 16,5 % do que vendeu.',
  )
  expect(costText({ ...view, lastDays: null })).toBeNull()
  expect(plain(termsText(contract(null, 1_250)))).toBe(
    '12,5 % do pedido, 3,2 % do pagamento e R$ 130,00 por mês',
  )
})

test('what is typed comes back as typed, and what cannot be read is not guessed', () => {
  const typed = typedFees(contract(null, 1_250), view.today)
  expect(typed).toMatchObject({ commission: '12,5', payment: '3,2', monthly: '130,00' })
  expect(unreadFees(typed)).toEqual({})
  expect(feesTyped(typed)).toEqual({
    commissionBps: 1_250,
    paymentFeeBps: 320,
    monthlyFeeCents: 13_000,
    samePrices: false,
  })
  expect(Object.keys(unreadFees({ ...typed, commission: '41', payment: 'x', monthly: '1.300' }))).toEqual([
    'commission',
    'payment',
    'monthly',
  ])
})

test('a price names the one it is held against', () => {
  const price = {
    platform: 'ifood' as const,
    itemId: '0198ffff-0000-7000-8000-000000000001',
    name: 'X-Burger',
    thereCents: 2_990,
    why: 'below-own' as const,
    otherCents: 3_290,
    other: 'balcao' as const,
    since: null,
  }
  expect(plain(priceText(price))).toBe('X-Burger custa R$ 29,90 no iFood e R$ 32,90 no cardápio próprio.')
  expect(plain(pricesText([price], 'ifood'))).toBe(
    '1 item sai mais barato no iFood que no seu cardápio, e o iFood ainda cobra comissão.',
  )
  expect(plain(pricesText([{ ...price, why: 'above-others' }], 'ifood'))).toBe(
    'O contrato do iFood pede preço igual, e 1 item custa mais lá que em outro canal.',
  )
  expect(pricesText([], 'ifood')).toBeNull()
})
