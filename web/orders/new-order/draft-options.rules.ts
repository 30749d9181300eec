import type { Menu, MenuItem, MenuOptionGroup } from '../../../contract/menu/menu.ts'
import type { PriceMethod } from '../../../contract/menu/menu-fields.ts'
import { optionsCents } from '../../../contract/menu/option-prices.ts'

export interface DraftOption {
  readonly menuOptionId: string
  readonly name: string
  readonly groupName: string
  /** Of the menu; what it costs in the order follows from all chosen options. */
  readonly priceCents: number
  readonly priceMethod: PriceMethod
}

/** The groups that an order of the item is asked now. */
export const groupsOf = (item: MenuItem, menu: Menu): readonly MenuOptionGroup[] =>
  item.optionGroupIds.flatMap(
    (id) => menu.optionGroups.find((group) => group.id === id && group.status === 'AVAILABLE') ?? [],
  )

export const draftOption = (
  group: MenuOptionGroup,
  { id, name, priceCents }: MenuOptionGroup['options'][number],
): DraftOption => ({
  menuOptionId: id,
  name,
  groupName: group.name,
  priceCents,
  priceMethod: group.priceMethod,
})

/** What the options add to the item's price. */
export const sumOf = (options: readonly DraftOption[]): number => optionsCents(options.map(once))

/** Taken twice, it is twice in the list. */
export const once = (option: DraftOption) => ({ ...option, quantity: 1 })

/** The cheapest choice that the item's groups allow, in centavos. */
export function minPrice(item: MenuItem, groups: readonly MenuOptionGroup[]): number {
  const chosen = groups.flatMap(({ minPermitted, priceMethod, options }) =>
    options
      .filter(({ status }) => status === 'AVAILABLE')
      .toSorted((one, other) => one.priceCents - other.priceCents)
      .flatMap(({ id, priceCents, maxPermitted }) =>
        Array.from({ length: maxPermitted }, () => ({
          menuOptionId: id,
          quantity: 1,
          priceCents,
          priceMethod,
        })),
      )
      .slice(0, minPermitted),
  )
  return item.priceCents + optionsCents(chosen)
}

/** Each option once, with how often it was taken: "2 Calabresa, Camarão". */
export function optionWords(options: readonly DraftOption[]): string {
  const counts = new Map<string, number>()
  for (const { name } of options) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => (count > 1 ? `${String(count)} ${name}` : name)).join(', ')
}

/** Missing or excess choices in the item's option groups; null: it can be added. */
export function choiceProblem(
  groups: readonly MenuOptionGroup[],
  chosen: readonly DraftOption[],
): string | null {
  for (const group of groups) {
    const count = chosen.filter((option) =>
      group.options.some((one) => one.id === option.menuOptionId),
    ).length
    if (count < group.minPermitted) return `Escolha ${String(group.minPermitted)} em “${group.name}”.`
    if (count > group.maxPermitted) return `Até ${String(group.maxPermitted)} em “${group.name}”.`
  }
  return null
}
