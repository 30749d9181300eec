import type { Menu } from '../../../contract/menu/menu.ts'
import type { ChannelItem } from '../../../contract/orders/channel-items.ts'
import { matches } from '../menu.rules.ts'

/** What of the menu a channel's item or option can be said to be. */
export interface Choice {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly externalCode: string | null
  readonly priceCents: number
  /** Of an option; null: an item. */
  readonly groupName: string | null
}

/** For an option the options come first: an item is one only where the menu sells it alone, such as a flavour. */
export function choicesOf(
  { items, optionGroups }: Pick<Menu, 'items' | 'optionGroups'>,
  kind: ChannelItem['kind'],
): readonly Choice[] {
  const ofItems = items.map((item) => ({ ...choiceOf(item), groupName: null }))
  if (kind === 'item') return ofItems
  const ofOptions = optionGroups.flatMap(({ name: groupName, options }) =>
    options.map((option) => ({ ...choiceOf(option), groupName })),
  )
  return [...ofOptions, ...ofItems]
}

const choiceOf = ({ id, name, description, externalCode, priceCents }: Omit<Choice, 'groupName'>) => ({
  id,
  name,
  description,
  externalCode,
  priceCents,
})

export const choicesLike = (choices: readonly Choice[], typed: string): readonly Choice[] =>
  choices.filter((choice) => matches(choice, typed))
