import type { MenuEntry, MenuGroup, MenuOption } from '../records.ts'

/** The option of this id in every item that has it, at any depth. */
export const optionsOf = (menu: readonly MenuEntry[], optionId: string): readonly MenuOption[] =>
  menu.flatMap(({ groups = [] }) => inGroups(groups)).filter(({ id }) => id === optionId)

const inGroups = (groups: readonly MenuGroup[]): readonly MenuOption[] =>
  groups.flatMap(({ options }) => options.flatMap((option) => [option, ...inGroups(option.groups ?? [])]))
