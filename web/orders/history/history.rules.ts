import { platforms } from '../../../contract/shared/channels.ts'
import {
  orderStatuses,
  orderTypes,
  type OrderStatus,
  type OrderType,
} from '../../../contract/orders/kinds.ts'

import { addressOfChoice, choiceIn, type ChoiceAddress } from '../../stores/choice.rules.ts'

const timings = ['INSTANT', 'SCHEDULED'] as const
const discounts = ['store', 'marketplace'] as const

/** Search parameters of the address; anything else is dropped. */
export interface HistorySearch extends ChoiceAddress {
  readonly q?: string
  readonly from?: string
  readonly to?: string
  readonly status?: OrderStatus
  readonly platform?: (typeof platforms)[number]
  readonly type?: OrderType
  readonly payment?: string
  readonly courier?: string
  readonly timing?: (typeof timings)[number]
  readonly discount?: (typeof discounts)[number]
  /** The order open beside the list, and its store. */
  readonly pedido?: string
  readonly loja?: string
}

export function historySearch(search: Record<string, unknown>): HistorySearch {
  const { pedido, loja } = search
  // The router parses ?q=42 as a number.
  const q = typeof search.q === 'number' ? String(search.q) : search.q
  const from = day(search.from)
  const to = day(search.to)
  const status = oneOf(orderStatuses, search.status)
  const platform = oneOf(platforms, search.platform)
  const type = oneOf(orderTypes, search.type)
  const timing = oneOf(timings, search.timing)
  const discount = oneOf(discounts, search.discount)
  return {
    ...storesOfAddress(search),
    ...(typeof q === 'string' && q.trim() !== '' ? { q: q.slice(0, 100) } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(status ? { status } : {}),
    ...(platform ? { platform } : {}),
    ...(type ? { type } : {}),
    ...(typeof search.payment === 'string' && /^\w{1,60}$/.test(search.payment)
      ? { payment: search.payment }
      : {}),
    ...(isId(search.courier) ? { courier: search.courier } : {}),
    ...(timing ? { timing } : {}),
    ...(discount ? { discount } : {}),
    ...(isId(pedido) && isId(loja) ? { pedido, loja } : {}),
  }
}

const storesOfAddress = (search: Record<string, unknown>): ChoiceAddress => {
  const named = choiceIn(search)
  return named ? addressOfChoice(named) : {}
}

const narrowing = [
  'q',
  'from',
  'to',
  'status',
  'platform',
  'type',
  'payment',
  'courier',
  'timing',
  'discount',
] as const

/** Whether search, days or filters leave orders out; the stores are chosen for all screens. */
export const isNarrowed = (search: HistorySearch): boolean => narrowing.some((name) => name in search)

/** The change of the address that takes search, days and filters away. */
export const nothing = Object.fromEntries(narrowing.map((name) => [name, undefined]))

const oneOf = <T extends string>(list: readonly T[], value: unknown): T | undefined =>
  list.find((one) => one === value)

const day = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : null

const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value)
