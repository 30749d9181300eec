interface AskableGroup {
  readonly id: string
  readonly status: 'AVAILABLE' | 'UNAVAILABLE'
  /** The option that it is asked with; null: it is asked with the items that name it. */
  readonly optionId: string | null
  readonly options: readonly { readonly id: string }[]
}

interface ChosenOnce {
  readonly menuOptionId: string
  readonly quantity: number
}

export interface AskedGroup<G> {
  readonly group: G
  /** How often its option was taken; 1 for a group of the item. */
  readonly times: number
}

/**
 * The groups that one piece of an item is asked with these choices, each before the groups of its options. A group that
 * is off sale is not asked, and neither is anything below it. A group of an option that was taken twice is answered for
 * both together: its minimum and maximum count `times` as much.
 */
export function askedGroups<G extends AskableGroup>(
  groupIds: readonly string[],
  groups: readonly G[],
  chosen: readonly ChosenOnce[],
): readonly AskedGroup<G>[] {
  const own = groupIds.flatMap((id) => groups.filter((group) => group.id === id && group.optionId === null))
  return below(
    own.map((group) => ({ group, times: 1 })),
    groups,
    chosen,
  )
}

/** A group is asked with one option of one other group, so each is reached once. */
const below = <G extends AskableGroup>(
  asked: readonly AskedGroup<G>[],
  groups: readonly G[],
  chosen: readonly ChosenOnce[],
): readonly AskedGroup<G>[] =>
  asked
    .filter(({ group }) => group.status === 'AVAILABLE')
    .flatMap((one) => [one, ...below(innerOf(one.group, groups, chosen), groups, chosen)])

const innerOf = <G extends AskableGroup>(
  { options }: G,
  groups: readonly G[],
  chosen: readonly ChosenOnce[],
): readonly AskedGroup<G>[] =>
  options.flatMap(({ id }) => {
    const times = chosen.reduce((sum, one) => sum + (one.menuOptionId === id ? one.quantity : 0), 0)
    return times === 0
      ? []
      : groups.filter(({ optionId }) => optionId === id).map((group) => ({ group, times }))
  })

/** Whether the group would be asked below itself if it were asked with this option. */
export function isBelow(groups: readonly AskableGroup[], groupId: string, optionId: string): boolean {
  const holder = groups.find(({ options }) => options.some(({ id }) => id === optionId))
  if (!holder) return false
  return holder.id === groupId || (holder.optionId !== null && isBelow(groups, groupId, holder.optionId))
}
