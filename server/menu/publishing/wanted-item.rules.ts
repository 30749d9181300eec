import type { DocumentItem, DocumentOptionGroup, MenuDocument } from '../../../contract/menu/menu-document.ts'
import type { MenuHours } from '../../../contract/menu/menu-fields.ts'
import { productKey } from '../../../contract/menu/product-key.ts'
import { folded } from '../../../contract/shared/folded.ts'
import { bothHold } from '../../marketplaces/published-hours.ts'
import type {
  GroupRole,
  PublishedGroup,
  PublishedItem,
  PublishedOption,
} from '../../marketplaces/published-menu.ts'
import { methodTexts } from '../difference/field-texts.ts'

/** An item as a marketplace should have it. */
export interface WantedItem extends PublishedItem {
  readonly photoId: string | null
  readonly onSale: boolean
}

interface ItemHere {
  readonly item: DocumentItem
  readonly onSale: boolean
  /** When its category is sold; empty: always. */
  readonly categoryHours: readonly MenuHours[]
  /** At the marketplace, in centavos. */
  readonly priceCents: number
  /** It is a pizza there. */
  readonly pizzaThere: boolean
}

/** Parts of a pizza, by what shops call them. */
const pizzaParts: readonly (readonly [GroupRole, RegExp, string])[] = [
  ['size', /tamanho/, 'Tamanho'],
  ['crust', /massa/, 'Massa'],
  ['edge', /borda/, 'Borda'],
  ['flavour', /sabor/, 'Sabor'],
]

/** More levels are shown nowhere: an item, its groups, and groups of their options. */
const maxLevels = 2

/**
 * The item in the marketplace's shapes: a pizza has its four parts, a combo groups below an option. Or why it has no
 * shape there, and what to do: pt-BR.
 */
export function wantedItem(menu: MenuDocument, here: ItemHere): WantedItem | { readonly problem: string } {
  const { item, onSale, priceCents, pizzaThere, categoryHours } = here
  const groups = item.optionGroups.flatMap(
    (code) => menu.optionGroups.find(({ externalCode }) => externalCode === code) ?? [],
  )
  const roles = groups.map(roleOf)
  const shared = groups.find(({ priceMethod, maxPermitted }) => priceMethod !== 'SUM' && maxPermitted > 1)
  const missing = pizzaParts.filter(([role]) => !roles.includes(role)).map(([, , name]) => name)
  const pizza = missing.length === 0
  if (!pizza && (pizzaThere || shared)) {
    const why = shared
      ? `Este canal soma as opções, e ${shared.name} cobra ${methodTexts[shared.priceMethod]}.`
      : 'Lá este item é uma pizza.'
    return {
      problem: `${why} Para publicar como pizza, crie um grupo com cada nome que falta: ${missing.join(', ')}.`,
    }
  }
  const children = innerGroupsOf(menu)
  const deep = groups.some((group) => levels(group, children) > maxLevels)
  if (deep)
    return {
      problem: 'Este canal mostra até dois níveis de opções. Deixe as opções em no máximo dois níveis.',
    }
  const hours = bothHold(item.availability, categoryHours)
  if (hours === null)
    return {
      problem:
        'Os horários deste item e os da categoria não têm hora em comum. Mude um dos dois para publicar.',
    }
  const combo = !pizza && groups.some((group) => levels(group, children) > 1)
  const main = combo
    ? Math.max(
        0,
        groups.findIndex(({ minPermitted }) => minPermitted > 0),
      )
    : -1
  return {
    kind: pizza ? 'pizza' : combo ? 'combo' : 'plain',
    name: item.name,
    description: item.description,
    externalCode: productKey(item.externalCode, item.name),
    priceCents: pizza ? null : priceCents,
    photoId: item.photoId,
    onSale,
    // Always, without a word here: hours that a person gave it there stay.
    hours: item.availability.length + categoryHours.length === 0 ? null : hours,
    groups: groups.map((group, index) => {
      const role = pizza ? (roles[index] ?? 'other') : index === main ? 'main' : 'other'
      // A pizza costs what its size costs.
      const base = role === 'size' ? priceCents : 0
      return publishedGroup(group, role, { children, base })
    }),
  }
}

type Children = (group: DocumentOptionGroup, option: string) => readonly DocumentOptionGroup[]

const innerGroupsOf =
  ({ optionGroups }: MenuDocument): Children =>
  (group, option) =>
    optionGroups.filter(
      ({ askedWith }) => askedWith?.group === group.externalCode && askedWith.option === option,
    )

const levels = (group: DocumentOptionGroup, children: Children): number =>
  1 +
  Math.max(
    0,
    ...group.options.flatMap(({ externalCode }) =>
      children(group, externalCode).map((inner) => levels(inner, children)),
    ),
  )

function publishedGroup(
  group: DocumentOptionGroup,
  role: GroupRole,
  { children, base }: { readonly children: Children; readonly base: number },
): PublishedGroup {
  return {
    role,
    externalCode: group.externalCode,
    name: group.name,
    min: role === 'flavour' ? 1 : group.minPermitted,
    max: group.maxPermitted,
    options: group.options.map((option): PublishedOption => ({
      externalCode: option.externalCode,
      name: option.name,
      description: option.description,
      priceCents: base + option.priceCents,
      onSale: group.status === 'AVAILABLE' && option.status === 'AVAILABLE',
      groups: children(group, option.externalCode).map((inner) =>
        publishedGroup(inner, 'other', { children, base: 0 }),
      ),
    })),
  }
}

const roleOf = ({ name }: DocumentOptionGroup): GroupRole =>
  pizzaParts.find(([, words]) => words.test(folded(name)))?.[0] ?? 'other'
