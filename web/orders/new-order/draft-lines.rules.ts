import type { Menu, MenuItem } from '../../../contract/menu/menu.ts'
import { chargedOptions } from '../../../contract/menu/option-prices.ts'
import type { PlaceOrderBody } from '../../../contract/orders/orders.ts'
import { centsTyped } from '../../../contract/shared/money.ts'
import { once, sumOf, type DraftOption } from './draft-options.rules.ts'
import { reaisTyped } from '../../words/reais-typed.ts'

export interface DraftItem {
  /** Null: typed by hand, with its own price. */
  readonly menuItemId: string | null
  readonly name: string
  readonly externalCode: string | null
  readonly quantity: number
  readonly price: string
  readonly options: readonly DraftOption[]
  readonly notes: string
}

/** Of one line, by its buttons. */
export const maxQuantity = 99

/** One line with the item and its chosen options, count 1. */
export function lineOf(item: MenuItem, options: readonly DraftOption[]): DraftItem {
  return {
    menuItemId: item.id,
    name: item.name,
    externalCode: item.externalCode,
    quantity: 1,
    price: reaisTyped(item.priceCents),
    options,
    notes: '',
  }
}

/** The same item with the same options and note increases the count; anything else is a new line. */
export function withLine(items: readonly DraftItem[], line: DraftItem): readonly DraftItem[] {
  const same = items.findIndex(
    (item) =>
      item.menuItemId !== null &&
      item.menuItemId === line.menuItemId &&
      item.notes === line.notes &&
      item.options.length === line.options.length &&
      item.options.every((option, index) => option.menuOptionId === line.options[index]?.menuOptionId),
  )
  if (same === -1) return [...items, line]
  return items.map((item, index) =>
    index === same ? { ...item, quantity: Math.min(maxQuantity, item.quantity + line.quantity) } : item,
  )
}

/** Conflict between a line and the current menu; null if there is none. */
export function lineProblem(
  line: DraftItem,
  menu: Menu | undefined,
): { readonly kind: 'gone' | 'paused' | 'price'; readonly words: string } | null {
  if (!menu || line.menuItemId === null) return null
  const item = menu.items.find((one) => one.id === line.menuItemId)
  if (!item) return { kind: 'gone', words: 'Saiu do cardápio. Tire do pedido.' }
  if (item.status === 'UNAVAILABLE') return { kind: 'paused', words: 'Está pausado. Tire do pedido.' }
  const now = pricedAgain(line, item, menu)
  if (now.price === line.price && sumOf(now.options) === sumOf(line.options)) return null
  return { kind: 'price', words: 'O preço mudou no cardápio.' }
}

/** The line at current menu prices. */
export function pricedAgain(line: DraftItem, item: MenuItem, menu: Menu): DraftItem {
  const current = new Map(
    menu.optionGroups.flatMap(({ priceMethod, optionId: askedWith, options }) =>
      options.map(({ id, priceCents }) => [id, { priceCents, priceMethod, askedWith }] as const),
    ),
  )
  return {
    ...line,
    price: reaisTyped(item.priceCents),
    options: line.options.map((option) => ({ ...option, ...current.get(option.menuOptionId) })),
  }
}

/** Total of one line in centavos; an unreadable price counts as zero. */
export const lineTotal = (item: DraftItem): number =>
  Math.round(item.quantity * ((centsTyped(item.price) ?? 0) + sumOf(item.options)))

/** A line as the call takes it. */
export function placedItemOf(item: DraftItem): PlaceOrderBody['items'][number] {
  return {
    ...(item.menuItemId === null ? {} : { menuItemId: item.menuItemId }),
    externalCode: item.externalCode,
    name: item.name.trim(),
    quantity: item.quantity,
    unitPriceCents: centsTyped(item.price) ?? 0,
    totalCents: lineTotal(item),
    notes: item.notes.trim() || null,
    options: chargedOptions(item.options.map(once)).map((charge) => {
      const option = item.options.find(({ menuOptionId }) => menuOptionId === charge.menuOptionId)
      return { ...charge, name: option?.name ?? '', groupName: option?.groupName ?? null }
    }),
  }
}
