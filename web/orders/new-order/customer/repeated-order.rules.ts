import type { Menu, MenuOptionGroup } from '../../../../contract/menu/menu.ts'
import type { KnownCustomer, SoldLine } from '../../../../contract/orders/known-customer.ts'
import { folded } from '../../../../contract/shared/folded.ts'
import { lineOf, type DraftItem } from '../draft-lines.rules.ts'
import { choiceProblem, draftOption, groupsOf, type DraftOption } from '../draft-options.rules.ts'

type LastOrder = NonNullable<KnownCustomer['lastOrder']>

export interface RepeatedOrder {
  /** At the prices of today. */
  readonly lines: readonly DraftItem[]
  /** What of it cannot be sold as it was, with the reason. */
  readonly leftOut: readonly string[]
}

/** An earlier order taken again from the menu of today. Nothing is dropped in silence, and nothing is guessed. */
export function repeatedOrder({ items }: Pick<LastOrder, 'items'>, menu: Menu): RepeatedOrder {
  const answers = items.map((sold) => repeatedLine(sold, menu))
  return {
    lines: answers.flatMap((answer) => (typeof answer === 'string' ? [] : [answer])),
    leftOut: answers.filter((answer) => typeof answer === 'string'),
  }
}

/** The line, or why there is none. */
function repeatedLine(sold: SoldLine, menu: Menu): DraftItem | string {
  const item = menu.items.find(({ productKey }) => productKey === sold.productKey)
  if (!item) return `${sold.name} não está no cardápio.`
  if (item.status === 'UNAVAILABLE') return `${item.name} está em falta.`
  const groups = groupsOf(item, menu)
  const options = sameOptions(sold.options, groups)
  if (typeof options === 'string') return `${item.name}: ${options}`
  const problem = choiceProblem(groups, options)
  if (problem) return `${item.name}: ${problem}`
  return { ...lineOf(item, options), quantity: sold.quantity, notes: sold.notes ?? '' }
}

/** In the order of the menu, or the first that cannot be had. */
function sameOptions(
  sold: SoldLine['options'],
  groups: readonly MenuOptionGroup[],
): readonly DraftOption[] | string {
  const wanted = new Map<string, number>()
  for (const { groupName, name, quantity } of sold) {
    const option = optionIn(groups, groupName, name)
    if (!option) return `“${name}” não está mais entre as opções.`
    if (option.status === 'UNAVAILABLE') return `“${name}” está em falta.`
    if (!Number.isInteger(quantity)) return `escolha “${name}” de novo.`
    wanted.set(option.id, (wanted.get(option.id) ?? 0) + quantity)
  }
  return groups.flatMap((group) =>
    group.options.flatMap((option) =>
      Array.from({ length: wanted.get(option.id) ?? 0 }, () => draftOption(group, option)),
    ),
  )
}

/** By its group's name; by its own where the group was renamed. */
function optionIn(groups: readonly MenuOptionGroup[], groupName: string | null, name: string) {
  const named = groups.filter((group) => groupName !== null && folded(group.name) === folded(groupName))
  const find = (some: readonly MenuOptionGroup[]) =>
    some.flatMap(({ options }) => options).find((option) => folded(option.name) === folded(name))
  return find(named) ?? find(groups)
}

/** "2 Nhoque ao sugo, Água com gás", to be read out to the customer. */
export const soldWords = (items: LastOrder['items']): string =>
  items.map(({ name, quantity }) => (quantity === 1 ? name : `${spoken(quantity)} ${name}`)).join(', ')

const spoken = (quantity: number): string => String(quantity).replace('.', ',')
