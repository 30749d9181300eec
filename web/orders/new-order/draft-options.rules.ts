import { askedGroups } from '../../../contract/menu/asked-groups.ts'
import type { Menu, MenuItem, MenuOptionGroup } from '../../../contract/menu/menu.ts'
import type { PriceMethod } from '../../../contract/menu/menu-fields.ts'
import { optionsCents, type ChosenOption } from '../../../contract/menu/option-prices.ts'

export interface DraftOption {
  readonly menuOptionId: string
  readonly name: string
  readonly groupName: string
  /** Of the menu; what it costs in the order follows from all chosen options. */
  readonly priceCents: number
  readonly priceMethod: PriceMethod
  /** The option that its group is asked with. Absent or null: a group of the item; absent in older drafts. */
  readonly askedWith?: string | null
}

/** The groups that an order of the item may be asked: its own, each before those of its options. */
export function groupsOf(item: MenuItem, menu: Menu): readonly MenuOptionGroup[] {
  const every = menu.optionGroups.flatMap(({ options }) => options.map(onceOf))
  return askedGroups(item.optionGroupIds, menu.optionGroups, every).map(({ group }) => group)
}

const onceOf = ({ id }: { readonly id: string }) => ({ menuOptionId: id, quantity: 1 })

/** Those of them that these choices ask, with how many each takes then. */
export function askedNow(
  groups: readonly MenuOptionGroup[],
  chosen: readonly DraftOption[],
): readonly MenuOptionGroup[] {
  const own = groups.filter(({ optionId }) => optionId === null).map(({ id }) => id)
  return askedGroups(own, groups, chosen.map(once)).map(({ group, times }) =>
    times === 1 ? group : manyOf(group, times),
  )
}

/** Of an option that was taken several times. */
const manyOf = (group: MenuOptionGroup, times: number): MenuOptionGroup => ({
  ...group,
  minPermitted: times * group.minPermitted,
  maxPermitted: times * group.maxPermitted,
  options: group.options.map((option) => ({ ...option, maxPermitted: times * option.maxPermitted })),
})

/** Without the answers to what is no longer asked. */
export function stillAsked(
  groups: readonly MenuOptionGroup[],
  chosen: readonly DraftOption[],
): readonly DraftOption[] {
  const asked = askedNow(groups, chosen)
  const left = chosen.filter(({ menuOptionId }) =>
    asked.some(({ options }) => options.some(({ id }) => id === menuOptionId)),
  )
  return left.length === chosen.length ? chosen : stillAsked(groups, left)
}

export const draftOption = (
  group: MenuOptionGroup,
  { id, name, priceCents }: MenuOptionGroup['options'][number],
): DraftOption => ({
  menuOptionId: id,
  name,
  groupName: group.name,
  priceCents,
  priceMethod: group.priceMethod,
  askedWith: group.optionId,
})

/** What the options add to the item's price. */
export const sumOf = (options: readonly DraftOption[]): number => optionsCents(options.map(once))

/** Taken twice, it is twice in the list. */
export const once = (option: DraftOption) => ({ ...option, quantity: 1 })

/** The cheapest choice that the item's groups allow, in centavos. */
export function minPrice(item: MenuItem, groups: readonly MenuOptionGroup[]): number {
  const own = groups.filter(({ optionId }) => optionId === null)
  return item.priceCents + optionsCents(cheapest(own, groups))
}

function cheapest(
  asked: readonly MenuOptionGroup[],
  all: readonly MenuOptionGroup[],
): readonly ChosenOption[] {
  return asked.flatMap((group) =>
    group.options
      .filter(({ status }) => status === 'AVAILABLE')
      .map((option) => {
        const { askedWith, ...chosen } = { ...draftOption(group, option), quantity: 1 }
        const inner = cheapest(
          all.filter(({ optionId }) => optionId === option.id),
          all,
        )
        const parts: readonly ChosenOption[] = [{ ...chosen, ...(askedWith ? { askedWith } : {}) }, ...inner]
        return { parts, cents: optionsCents(parts), max: option.maxPermitted }
      })
      .toSorted((one, other) => one.cents - other.cents)
      .flatMap(({ parts, max }) => Array.from({ length: max }, () => parts))
      .slice(0, group.minPermitted)
      .flat(),
  )
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
  for (const group of askedNow(groups, chosen)) {
    const count = chosen.filter((option) =>
      group.options.some((one) => one.id === option.menuOptionId),
    ).length
    if (count < group.minPermitted) return `Escolha ${String(group.minPermitted)} em “${group.name}”.`
    if (count > group.maxPermitted) return `Até ${String(group.maxPermitted)} em “${group.name}”.`
  }
  return null
}
