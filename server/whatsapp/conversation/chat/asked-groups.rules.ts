import type { ChatGroup, ChatItem, Choosing, DraftOption } from './chat-state.ts'

/** The group as it is asked with these choices; `max` 0: it is not, because its option was not taken. */
export function asAsked(group: ChatGroup, chosen: readonly DraftOption[]): ChatGroup {
  if (group.askedWith === undefined) return group
  const times = chosen
    .filter(({ menuOptionId }) => menuOptionId === group.askedWith)
    .reduce((sum, { quantity }) => sum + quantity, 0)
  if (times === 1) return group
  return {
    ...group,
    min: times * group.min,
    max: times * group.max,
    options: group.options.map((option) => ({ ...option, max: times * option.max })),
  }
}

/** The group that is asked for now, as it is asked. */
export function groupAsked(item: ChatItem | undefined, choosing: Choosing | null): ChatGroup | undefined {
  const group = item?.groups[choosing?.group ?? 0]
  return group && asAsked(group, choosing?.options ?? [])
}

/** Past the groups of options that were not taken. */
export function pastUnasked(choosing: Choosing, item: ChatItem): Choosing {
  const group = groupAsked(item, choosing)
  return group?.max === 0 ? pastUnasked({ ...choosing, group: choosing.group + 1, page: 0 }, item) : choosing
}

export const chosenCount = (options: readonly DraftOption[], group: ChatGroup): number =>
  options
    .filter(({ menuOptionId }) => group.options.some(({ id }) => id === menuOptionId))
    .reduce((sum, { quantity }) => sum + quantity, 0)

/** Whether the choices answer every group that they ask, and no other. */
export const fitsGroups = ({ groups }: ChatItem, chosen: readonly DraftOption[]): boolean =>
  groups.every((group) => {
    const { min, max, options } = asAsked(group, chosen)
    const count = chosenCount(chosen, group)
    const isTooMuch = chosen.some(({ menuOptionId, quantity }) =>
      options.some((option) => option.id === menuOptionId && quantity > option.max),
    )
    return count >= min && count <= max && !isTooMuch
  })

export const draftOption = (
  group: ChatGroup,
  { id, name, priceCents }: ChatGroup['options'][number],
  quantity: number,
): DraftOption => ({
  menuOptionId: id,
  groupName: group.name,
  name,
  quantity,
  unitPriceCents: priceCents,
  priceMethod: group.priceMethod,
  askedWith: group.askedWith,
})
