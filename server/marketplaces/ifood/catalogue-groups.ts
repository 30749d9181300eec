import type { CatalogueGroup } from '../merchant.ts'
import { extraCentsOf, listOf, type Loose } from './catalogue-values.ts'

/** A group of iFood's with the price of each of its options, and the groups below them. */
export function groupOf(
  group: Loose,
  centsOfOption: (option: Loose) => number | null = ownCents,
): CatalogueGroup {
  return {
    name: group.name,
    externalCode: group.externalCode,
    minPermitted: group.min,
    maxPermitted: group.max,
    options: listOf(group.options).map((option) => ({
      name: option.name,
      externalCode: option.externalCode,
      priceCents: centsOfOption(option),
      groups: innerGroups(option),
    })),
    // Flavours share the price of one pizza, and iFood does not say how.
    ...(group.optionGroupType === 'TOPPING' ? { shared: true } : {}),
  }
}

/** What iFood asks with one option only. */
export const innerGroups = ({ optionGroups }: Loose): readonly CatalogueGroup[] =>
  listOf(optionGroups).map((group) => groupOf(group))

const ownCents = ({ price }: Loose): number | null => extraCentsOf(price)
