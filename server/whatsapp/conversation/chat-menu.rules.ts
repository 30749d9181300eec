import type { Menu, MenuOptionGroup } from '../../../contract/menu/menu.ts'
import { soldAt } from '../../../contract/menu/sold-at.ts'
import type { ChatGroup, ChatMenu } from './chat/chat-state.ts'

/** What is on sale now, by the same rules as when an order is placed: pauses, categories, hours, options. */
export function chatMenu({ categories, items, optionGroups }: Menu, now: Date, timezone: string): ChatMenu {
  const open = categories.filter(
    ({ status, availability }) => status === 'AVAILABLE' && soldAt(availability, now, timezone),
  )
  const closed = new Set(categories.filter((one) => !open.includes(one)).map(({ id }) => id))
  return {
    categories: open.map(({ id, name }) => ({ id, name })),
    items: items.flatMap((item) => {
      const sold =
        item.status === 'AVAILABLE' &&
        !(item.categoryId !== null && closed.has(item.categoryId)) &&
        soldAt(item.availability, now, timezone)
      const own = item.optionGroupIds.flatMap((id) =>
        optionGroups.filter((group) => group.id === id && group.optionId === null),
      )
      const groups = sold ? groupsOnSale(own, optionGroups) : null
      if (!groups) return []
      const { id, categoryId, name, description, externalCode, priceCents, isAlcoholic: alcoholic } = item
      return [{ id, categoryId, name, description, externalCode, priceCents, alcoholic, groups }]
    }),
  }
}

/** The groups, each before those of its options. Null: one must be answered and cannot be. */
function groupsOnSale(
  groups: readonly MenuOptionGroup[],
  all: readonly MenuOptionGroup[],
): readonly ChatGroup[] | null {
  const found = groups.filter(({ status }) => status === 'AVAILABLE').map((group) => groupOnSale(group, all))
  return found.some((one) => one === null) ? null : found.flatMap((one) => one ?? [])
}

function groupOnSale(group: MenuOptionGroup, all: readonly MenuOptionGroup[]): readonly ChatGroup[] | null {
  const sold = group.options.flatMap((option) => {
    const asked = all.filter(({ optionId }) => optionId === option.id)
    // An option is on sale if what it asks can be answered.
    const inner = option.status === 'AVAILABLE' ? groupsOnSale(asked, all) : null
    return inner ? [{ option, inner }] : []
  })
  const { name, minPermitted: min, maxPermitted: max, priceMethod, optionId } = group
  if (sold.reduce((sum, { option }) => sum + option.maxPermitted, 0) < min) return null
  if (max <= 0 || sold.length === 0) return []
  const options = sold.map(({ option }) => ({
    id: option.id,
    name: option.name,
    priceCents: option.priceCents,
    max: option.maxPermitted,
  }))
  const asked = {
    name,
    min,
    max,
    priceMethod,
    options,
    ...(optionId === null ? {} : { askedWith: optionId }),
  }
  return [asked, ...sold.flatMap(({ inner }) => inner)]
}
