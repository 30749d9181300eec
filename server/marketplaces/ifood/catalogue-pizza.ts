import type { CatalogueGroup, CatalogueItem } from '../merchant.ts'
import { groupOf, innerGroups } from './catalogue-groups.ts'
import { centsOf, extraCentsOf, listOf, namesOf, recordOf, textOf, type Loose } from './catalogue-values.ts'

/** A pizza of either kind of iFood's: its sizes, and what is chosen in each. */
interface Pizza {
  readonly item: CatalogueItem
  readonly sizeGroup: Loose
  readonly sizes: readonly Loose[]
  readonly groups: readonly Loose[]
  readonly centsIn: (option: Loose, size: Loose) => number | null
}

/** The pizza of a category with the template PIZZA: sizes, crusts, edges and flavours with a price a size. */
export function pizzaOfCategory(pizza: Loose, item: CatalogueItem): readonly CatalogueItem[] {
  const sizes = listOf(pizza.sizes)
  const part = (name: string, options: readonly Loose[]) => ({
    name,
    // Where all of them cost something, none is a choice too.
    min: options.some(({ price }) => extraCentsOf(price) === 0) ? 1 : 0,
    max: 1,
    options,
  })
  return pizzaItems({
    item,
    sizeGroup: { name: 'Tamanho', min: 1, max: 1, options: sizes },
    sizes,
    groups: [
      { name: 'Sabores', optionGroupType: 'TOPPING', min: 1, max: 1, options: listOf(pizza.toppings) },
      part('Massa', listOf(pizza.crusts)),
      part('Borda', listOf(pizza.edges)),
    ].filter(({ options }) => options.length > 0),
    centsIn: ({ prices, price }, size) =>
      prices === undefined
        ? extraCentsOf(price)
        : centsOf(new Map(Object.entries(recordOf(prices))).get(textOf(size.id))),
  })
}

/** The pizza of the newer catalogue: an item with a group a kind. Null: its groups are not those of a pizza. */
export function pizzaOfItem(groups: readonly Loose[], item: CatalogueItem): readonly CatalogueItem[] | null {
  const [sizeGroup, ...more] = groups.filter(({ optionGroupType }) => optionGroupType === 'SIZE')
  const others = groups.filter((group) => group !== sizeGroup)
  const hasFlavours = others.some(({ optionGroupType }) => optionGroupType === 'TOPPING')
  const sizes = listOf(sizeGroup?.options)
  if (!sizeGroup || more.length > 0 || !hasFlavours || sizes.length === 0) return null
  return pizzaItems({ item, sizeGroup, sizes, groups: others, centsIn: centsInSize })
}

/** An option has a price of its own, and may have another one below a size. */
function centsInSize(option: Loose, size: Loose): number | null {
  const modifiers = [...listOf(option.contextModifiers), ...listOf(option.customizationModifiers)].filter(
    ({ catalogContext }) => catalogContext === undefined || catalogContext === 'DEFAULT',
  )
  const own = modifiers.find(
    ({ parentOptionId, customizationOptionId }) => (parentOptionId ?? customizationOptionId) === size.id,
  )
  return own ? centsOf(own.price) : extraCentsOf(option.price)
}

/**
 * One item with its sizes as a group where all sizes offer the same for the same; else an item a size, because an option
 * here has one price.
 */
function pizzaItems(pizza: Pizza): readonly CatalogueItem[] {
  const { item, sizes, groups, sizeGroup } = pizza
  const flavours = groups.filter(isOfFlavours)
  if (sizes.length === 0 || flavours.length === 0) {
    const names = [sizeGroup, ...groups].flatMap(({ options }) => namesOf(listOf(options)))
    const missing = sizes.length === 0 ? 'tamanhos' : 'sabores'
    return [
      { ...item, refused: `Pizza sem ${missing} no iFood. Ficaram de fora: ${names.join(', ') || 'nada'}.` },
    ]
  }
  const choices = sizes.map((size) => choicesIn(pizza, size))
  if (new Set(choices.map(({ groups: offered }) => JSON.stringify(offered))).size === 1)
    return choices.slice(0, 1).map((choice) => withChoices(item, choice, [groupOf(sizeGroup)]))
  return choices.map((choice) => {
    const { name, price, externalCode } = choice.size
    const extra = extraCentsOf(price)
    return {
      ...withChoices(item, choice, innerGroups(choice.size)),
      name: [textOf(item.name), textOf(name)].filter((part) => part !== '').join(' '),
      priceCents: item.priceCents === null || extra === null ? null : item.priceCents + extra,
      externalCode,
      partnerItemId: '',
    }
  })
}

interface Choices {
  readonly size: Loose
  readonly groups: readonly CatalogueGroup[]
  readonly problems: readonly string[]
}

const withChoices = (
  item: CatalogueItem,
  { groups, problems }: Choices,
  first: readonly CatalogueGroup[],
): CatalogueItem => ({
  ...item,
  groups: [...first, ...groups, ...item.groups],
  problems: [...(item.problems ?? []), ...problems],
})

const isOfFlavours = ({ optionGroupType }: Loose): boolean => optionGroupType === 'TOPPING'

/** What a pizza of this size may have, and what has no price in it. */
function choicesIn({ groups, centsIn }: Pizza, size: Loose): Choices {
  const fractions = [size.acceptedFractions, size.fractions].flatMap((list) =>
    Array.isArray(list) ? list : [],
  )
  const maxFlavours = Math.max(0, ...fractions.filter((one): one is number => typeof one === 'number'))
  const problems: string[] = []
  const offered = groups.map((group) => {
    const all = groupOf(group, (option) => centsIn(option, size))
    const options = all.options.filter(({ priceCents }) => priceCents !== null)
    for (const { name, priceCents } of all.options)
      if (priceCents === null) problems.push(`${textOf(name)} não tem preço no tamanho ${textOf(size.name)}.`)
    return {
      ...all,
      options,
      ...(isOfFlavours(group) && maxFlavours > 0 ? { maxPermitted: maxFlavours } : {}),
    }
  })
  return { size, groups: offered, problems }
}
