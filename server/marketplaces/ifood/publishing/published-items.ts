import type {
  GroupRole,
  ItemPublished,
  PublishedCategory,
  PublishedGroup,
  PublishedOption,
} from '../../published-menu.ts'
import { hoursOfShifts } from './shifts.ts'
import { centsOf, extraCentsOf, isLoose, listOf, textOf, type Loose } from '../catalogue-values.ts'

/** The categories of a catalog, and their items, as the list of categories answers them. */
export const categoriesIn = (categories: readonly unknown[]): readonly PublishedCategory[] =>
  categories.filter(isLoose).map(({ id, name, externalCode, template }) => ({
    id: textOf(id),
    name: textOf(name),
    code: textOf(externalCode),
    pizza: template === 'PIZZA',
  }))

export const itemsIn = (categories: readonly unknown[]): readonly ItemPublished[] =>
  categories
    .filter(isLoose)
    .flatMap((category) => listOf(category.items).map((item) => itemOf(item, textOf(category.id))))

function itemOf(item: Loose, categoryId: string): ItemPublished {
  const groups = listOf(item.optionGroups)
  const pizza = item.type === 'PIZZA'
  const ours = listOf(item.contextModifiers).find(({ catalogContext }) => catalogContext === 'DEFAULT')
  const flavours = Math.max(
    1,
    ...groups
      .filter((group) => roleOf(group) === 'size')
      .flatMap((group) => listOf(group.options).flatMap(({ fractions }) => numbersOf(fractions))),
  )
  return {
    kind: pizza ? 'pizza' : item.type === 'COMBO_V2' ? 'combo' : 'plain',
    itemId: textOf(item.id),
    categoryId,
    name: textOf(item.name),
    description: textOf(item.description),
    externalCode: textOf(item.externalCode) || textOf(ours?.externalCode),
    priceCents: pizza ? null : centsOf(ours?.price ?? item.price),
    onSale: (ours?.status ?? item.status) === 'AVAILABLE',
    photo: textOf(item.imagePath) || null,
    hours: hoursOfShifts(item.shifts),
    groups: groups.map((group) => {
      const read = groupOf(group)
      return pizza && read.role === 'flavour' ? { ...read, min: 1, max: flavours } : read
    }),
  }
}

const groupOf = (group: Loose): PublishedGroup => ({
  role: roleOf(group),
  externalCode: textOf(group.externalCode),
  name: textOf(group.name),
  min: numberOf(group.min),
  max: numberOf(group.max),
  options: listOf(group.options).map(optionOf),
})

const optionOf = (option: Loose): PublishedOption => ({
  externalCode: textOf(option.externalCode),
  name: textOf(option.name),
  description: textOf(option.description),
  priceCents: extraCentsOf(option.price) ?? 0,
  onSale: option.status === 'AVAILABLE',
  groups: listOf(option.optionGroups).map(groupOf),
})

function roleOf({ optionGroupType, associationType }: Loose): GroupRole {
  switch (optionGroupType) {
    case 'SIZE':
      return 'size'
    case 'CRUST':
      return 'crust'
    case 'EDGE':
      return 'edge'
    case 'TOPPING':
      return 'flavour'
    default:
      return associationType === 'MAIN' ? 'main' : 'other'
  }
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)
const numbersOf = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : []
