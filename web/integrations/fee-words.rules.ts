import type { ChannelFees, ChannelFeesView, FeeContract } from '../../contract/integrations/fees.ts'
import type { WrongPrice } from '../../contract/integrations/price-parity.ts'
import { withChannel } from '../../contract/shared/channels.ts'
import { dayBrief, money, percent, plural, upTo } from '../words/format.ts'
import { reaisTyped } from '../words/reais-typed.ts'

/** As typed in the form: percentages and reais. */
export interface TypedFees {
  readonly commission: string
  readonly payment: string
  readonly monthly: string
  readonly fromDay: string
  readonly samePrices: boolean
}

export const typedFees = (fees: ChannelFees | null, today: string): TypedFees => ({
  commission: fees ? upTo(fees.commissionBps / 100, 2) : '',
  payment: fees ? upTo(fees.paymentFeeBps / 100, 2) : '',
  monthly: fees && fees.monthlyFeeCents > 0 ? reaisTyped(fees.monthlyFeeCents) : '',
  fromDay: today,
  samePrices: fees?.samePrices ?? false,
})

/** What cannot be read, by field. */
export function unreadFees({ commission, payment, monthly, fromDay }: TypedFees): Record<string, string> {
  return {
    ...(bpsTyped(commission, 4_000) === null ? { commission: 'De 0 a 40, como 12 ou 23,5.' } : {}),
    ...(bpsTyped(payment, 1_000) === null ? { payment: 'De 0 a 10, como 3,2.' } : {}),
    ...(centsTyped(monthly) === null ? { monthly: 'Em reais, como 130 ou 149,90.' } : {}),
    ...(/^\d{4}-\d{2}-\d{2}$/.test(fromDay) ? {} : { fromDay: 'Informe o dia.' }),
  }
}

export const feesTyped = ({ commission, payment, monthly, samePrices }: TypedFees): ChannelFees => ({
  commissionBps: bpsTyped(commission, 4_000) ?? 0,
  paymentFeeBps: bpsTyped(payment, 1_000) ?? 0,
  monthlyFeeCents: centsTyped(monthly) ?? 0,
  samePrices,
})

/** Hundredths of a percent of `12,5`; empty: none. Null: not a percentage up to `most`. */
function bpsTyped(typed: string, most: number): number | null {
  const text = typed.trim().replace(/%$/, '').trim()
  if (text === '') return 0
  if (!/^\d{1,2}([,.]\d{1,2})?$/.test(text)) return null
  const bps = Math.round(Number(text.replace(',', '.')) * 100)
  return bps <= most ? bps : null
}

/** Centavos of `149,90`; empty: none. A dot may stand for thousands, so it is refused. */
function centsTyped(typed: string): number | null {
  const text = typed.trim()
  if (text === '') return 0
  if (!/^\d{1,5}(,\d{1,2})?$/.test(text)) return null
  const cents = Math.round(Number(text.replace(',', '.')) * 100)
  return cents <= 1_000_000 ? cents : null
}

/** The contract that holds on the running business day; null: none. */
export const holdingNow = ({ contracts, today }: ChannelFeesView): FeeContract | null =>
  contracts.find(({ fromDay }) => fromDay === null || fromDay <= today) ?? null

/** `12 % do pedido, 3,2 % do pagamento e R$ 130,00 por mês` */
export function termsText({ commissionBps, paymentFeeBps, monthlyFeeCents }: ChannelFees): string {
  const parts = [`${bps(commissionBps)} do pedido`, `${bps(paymentFeeBps)} do pagamento`]
  if (monthlyFeeCents === 0) return parts.join(' e ')
  return `${parts.join(', ')} e ${money(monthlyFeeCents)} por mês`
}

/** `desde 1 de dez. de 2026`; null: before contracts had days. */
export const sinceText = ({ fromDay }: FeeContract): string | null =>
  fromDay === null ? null : `desde ${dayBrief(fromDay, true)}`

/** What the marketplace really took of a month, its monthly fee among it. */
export function costText(view: ChannelFeesView): string | null {
  const { lastDays, type } = view
  if (!lastDays) return null
  const { salesCents, feesCents, monthlyFeeCents } = lastDays
  const cost = feesCents + monthlyFeeCents
  const what = monthlyFeeCents > 0 ? 'comissão, taxas e mensalidade' : 'comissão e taxas'
  return `Em 30 dias você vendeu ${money(salesCents)} ${withChannel('em', type)}; ${what} somam ${money(cost)}, ${percent(cost / salesCents, 1)} do que vendeu.`
}

/** What it costs there, then what it is held against. */
export const priceText = ({ name, platform, thereCents, other, otherCents }: WrongPrice): string =>
  `${name} custa ${money(thereCents)} ${withChannel('em', platform)} e ${money(otherCents)} ${
    other === 'balcao' ? 'no cardápio próprio' : withChannel('em', other)
  }.`

/** The warning above the list; null: nothing is wrong. */
export function pricesText(prices: readonly WrongPrice[], type: string): string | null {
  const cheaper = prices.filter(({ why }) => why === 'below-own').length
  const dearer = prices.length - cheaper
  const parts = [
    cheaper > 0 &&
      `${plural(cheaper, 'item sai', 'itens saem')} mais barato ${withChannel('em', type)} que no seu cardápio, e ${withChannel('o', type)} ainda cobra comissão.`,
    dearer > 0 &&
      `O contrato ${withChannel('de', type)} pede preço igual, e ${plural(dearer, 'item custa', 'itens custam')} mais lá que em outro canal.`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : null
}

const bps = (value: number): string => `${upTo(value / 100, 2)}\u00a0%`
