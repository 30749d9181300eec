import type { DocumentItem, DocumentOptionGroup, MenuDocument } from '../../../contract/menu/menu-document.ts'
import type { Candidate, CandidateItem } from './candidate.ts'

/** Another store's menu, or this one's at another time, as something to compare with. Where it is sold stays out. */
export function candidateOfMenu(menu: MenuDocument): Candidate {
  const places = new Map(menu.optionGroups.map((group, index) => [group.externalCode, index]))
  const placeOf = ({ group, option }: NonNullable<DocumentOptionGroup['askedWith']>) => {
    const place = places.get(group) ?? -1
    const options = menu.optionGroups[place]?.options ?? []
    return { group: place, option: options.findIndex(({ externalCode }) => externalCode === option) }
  }
  const item = (category: string, one: DocumentItem): CandidateItem => {
    const { channels: _channels, locks: _locks, optionGroups, ...plain } = one
    return {
      ...plain,
      category,
      groups: optionGroups.flatMap((code) => places.get(code) ?? []),
    } as CandidateItem
  }
  return {
    categories: menu.categories.map(({ externalCode, name, description, availability }) => ({
      externalCode,
      name,
      description,
      availability,
    })),
    items: [
      ...menu.categories.flatMap(({ name, items }) => items.map((one) => item(name, one))),
      ...menu.otherItems.map((one) => item('', one)),
    ],
    groups: menu.optionGroups.map(({ status: _status, options, askedWith, ...group }) => ({
      ...group,
      askedWith: askedWith ? placeOf(askedWith) : null,
      options: options.map(({ status: _optionStatus, ...option }) => option),
    })),
    problems: [],
  }
}
