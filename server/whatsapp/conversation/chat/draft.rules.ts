import { chargedOptions, optionsCents } from '../../../../contract/menu/option-prices.ts'
import { highestOrderCents } from '../../../../contract/orders/orders.ts'
import { moneyText } from '../../../../contract/shared/money.ts'
import { draftOption, fitsGroups } from './asked-groups.rules.ts'
import { clip } from './chat-text.rules.ts'
import type { ChatItem, ChatMenu, Choosing, Draft, DraftItem, DraftOption } from './chat-state.ts'

const maxLines = 30
export const maxItemQuantity = 99

export const itemCents = ({ quantity, unitPriceCents, options }: DraftItem): number =>
  quantity * (unitPriceCents + optionsCents(options.map(asChosen)))

/** The item's options as the order stores them, with the prices that are charged: halves share one price. */
export const orderedOptions = ({
  options,
}: DraftItem): readonly Omit<DraftOption, 'priceMethod' | 'askedWith'>[] =>
  chargedOptions(options.map(asChosen)).flatMap((charge) => {
    const option = options.find(({ menuOptionId }) => menuOptionId === charge.menuOptionId)
    return option ? [{ ...charge, name: option.name, groupName: option.groupName }] : []
  })

const asChosen = ({
  menuOptionId,
  quantity,
  unitPriceCents,
  priceMethod = 'SUM',
  askedWith,
}: DraftOption) => ({
  menuOptionId,
  quantity,
  priceCents: unitPriceCents,
  priceMethod,
  ...(askedWith === undefined ? {} : { askedWith }),
})

export const itemsCents = ({ items }: Pick<Draft, 'items'>): number =>
  items.reduce((sum, item) => sum + itemCents(item), 0)

/** Items and delivery fee, in centavos. */
export const totalCents = (draft: Draft): number =>
  itemsCents(draft) + (draft.type === 'DELIVERY' ? (draft.quote?.feeCents ?? 0) : 0)

/** "2 X-Salada, Bacon (sem cebola) – R$ 48,00"; before the price at most `maxChars`. */
export const itemLine = (item: DraftItem, maxChars = 160): string => {
  const options = item.options.map(({ name, quantity }) => (quantity > 1 ? `${quantity} ${name}` : name))
  const notes = item.notes ? ` (${item.notes})` : ''
  const name = clip(`${[item.name, ...options].join(', ')}${notes}`, maxChars)
  return `${item.quantity} ${name} – ${moneyText(itemCents(item))}`
}

/** Adds an item; one with the same options raises its quantity. Null: the order would be too large. */
export function withItem(draft: Draft, added: DraftItem): Draft | null {
  const same = draft.items.findIndex(
    ({ menuItemId, options, notes }) =>
      menuItemId === added.menuItemId &&
      notes === added.notes &&
      JSON.stringify(options) === JSON.stringify(added.options),
  )
  const items =
    same < 0
      ? [...draft.items, added]
      : draft.items.map((item, index) =>
          index === same ? { ...item, quantity: item.quantity + added.quantity } : item,
        )
  if (items.length > maxLines || items.some(({ quantity }) => quantity > maxItemQuantity)) return null
  const next = { ...draft, items, quote: null }
  return itemsCents(next) > highestOrderCents ? null : next
}

export const withoutLast = (draft: Draft): Draft => ({
  ...draft,
  items: draft.items.slice(0, -1),
  quote: null,
})

/** Ids of the items that are for adults only. */
const adultOnly = (menu: ChatMenu): ReadonlySet<string> =>
  new Set(menu.items.filter(({ alcoholic }) => alcoholic).map(({ id }) => id))

export function hasAlcohol({ items }: Draft, menu: ChatMenu): boolean {
  const adult = adultOnly(menu)
  return items.some(({ menuItemId }) => adult.has(menuItemId))
}

export function withoutAlcohol(draft: Draft, menu: ChatMenu): Draft {
  const adult = adultOnly(menu)
  return { ...draft, items: draft.items.filter(({ menuItemId }) => !adult.has(menuItemId)), quote: null }
}

export const chosenItem = (
  item: ChatItem,
  { quantity, options, notes }: Pick<Choosing, 'quantity' | 'options' | 'notes'>,
): DraftItem => ({
  menuItemId: item.id,
  name: item.name,
  quantity,
  unitPriceCents: item.priceCents,
  options,
  ...(notes ? { notes } : {}),
})

export interface Repriced {
  readonly draft: Draft
  /** What changed, as sentences for the customer. */
  readonly changes: readonly string[]
}

/** The draft at the menu's current prices, without items that are no longer on sale. */
export function repriced(draft: Draft, menu: ChatMenu): Repriced {
  const changes: string[] = []
  const items = draft.items.flatMap((item): readonly DraftItem[] => {
    const now = menu.items.find(({ id }) => id === item.menuItemId)
    const options = now ? optionsNow(item, now) : null
    if (!now || options === null) {
      changes.push(`${clip(item.name, 60)} não está disponível agora.`)
      return []
    }
    const next = { ...item, name: now.name, unitPriceCents: now.priceCents, options }
    if (itemCents(next) !== itemCents(item))
      changes.push(`${clip(item.name, 60)} agora sai por ${moneyText(itemCents(next) / next.quantity)}.`)
    return [next]
  })
  return changes.length === 0 ? { draft, changes } : { draft: { ...draft, items, quote: null }, changes }
}

/** The item's options at current prices. Null: an option is gone, or its group's limits no longer allow it. */
function optionsNow(item: DraftItem, now: ChatItem): readonly DraftOption[] | null {
  const found: DraftOption[] = []
  for (const { menuOptionId, quantity } of item.options) {
    const group = now.groups.find(({ options }) => options.some(({ id }) => id === menuOptionId))
    const same = group?.options.find(({ id }) => id === menuOptionId)
    if (!group || !same) return null
    found.push(draftOption(group, same, quantity))
  }
  return fitsGroups(now, found) ? found : null
}
