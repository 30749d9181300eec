import type { CatalogueGroup } from '../merchant.ts'
import { extraCentsOf, listOf, textOf, type Loose } from './catalogue-values.ts'

/** A group of iFood's with the price of each of its options. */
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
    })),
    // Flavours share the price of one pizza, and iFood does not say how.
    ...(group.optionGroupType === 'TOPPING' ? { shared: true } : {}),
  }
}

const ownCents = ({ price }: Loose): number | null => extraCentsOf(price)

/** More levels than iFood has. */
const maxDepth = 6

/**
 * The groups below the options of these groups, at any depth, as groups of the item: named after their options, and free,
 * because they are asked only with their option.
 */
export const innerGroups = (groups: readonly Loose[], path = '', depth = 0): readonly CatalogueGroup[] =>
  depth > maxDepth
    ? []
    : groups.flatMap((group) =>
        listOf(group.options).flatMap((option) => {
          const inner = listOf(option.optionGroups)
          const name = [path, textOf(option.name)].filter((part) => part !== '').join(', ')
          return [
            ...inner.map((one) => ({
              ...groupOf({ ...one, name: [name, textOf(one.name)].filter((part) => part !== '').join(': ') }),
              minPermitted: 0,
            })),
            ...innerGroups(inner, name, depth + 1),
          ]
        }),
      )

/** What is lost by `innerGroups`, for the person who imports. Empty: there is none. */
export const innerProblems = (inner: readonly CatalogueGroup[]): readonly string[] =>
  inner.length === 0
    ? []
    : [
        `No iFood, estas perguntas são de um complemento só; aqui são do item, sem obrigação: ${inner
          .map(({ name }) => textOf(name))
          .join('; ')}.`,
      ]
