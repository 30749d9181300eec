import type { Allergen, MenuHours, MenuLock, TaxClass } from '../../../contract/menu/menu-fields.ts'
import type { Menu, MenuItem } from '../../../contract/menu/menu.ts'

/** What an item is beside name, price and photo, as the form holds it; texts as typed. */
export interface ItemFacts {
  readonly externalCode: string
  readonly serving: string
  readonly ean: string
  readonly allergen: readonly Allergen[]
  readonly isAlcoholic: boolean
  readonly taxClass: TaxClass | ''
  readonly ncm: string
  readonly availability: readonly MenuHours[]
  readonly locks: readonly MenuLock[]
  readonly optionGroupIds: readonly string[]
}

const noFacts: ItemFacts = {
  externalCode: '',
  serving: '',
  ean: '',
  allergen: [],
  isAlcoholic: false,
  taxClass: '',
  ncm: '',
  availability: [],
  locks: [],
  optionGroupIds: [],
}

/** Null: of a new item. */
export const factsOf = (item: MenuItem | null): ItemFacts =>
  item === null
    ? noFacts
    : {
        externalCode: item.externalCode ?? '',
        serving: item.serving === null ? '' : String(item.serving),
        ean: item.ean ?? '',
        allergen: item.allergen,
        isAlcoholic: item.isAlcoholic,
        taxClass: item.taxClass ?? '',
        ncm: item.ncm ?? '',
        availability: item.availability,
        locks: item.locks,
        optionGroupIds: item.optionGroupIds,
      }

/** Only what differs from the item: the same save also goes to other stores, which keep the rest. */
export function factsInput(facts: ItemFacts, item: MenuItem | null, menu: Pick<Menu, 'optionGroups'>) {
  const sent = sentFacts(facts, menu)
  const before = factsOf(item)
  const changed = factNames.filter(
    (name) => JSON.stringify(facts[name]) !== JSON.stringify(before[name]) && sent[name] !== undefined,
  )
  return Object.fromEntries(changed.map((name) => [name, sent[name]])) as Partial<typeof sent>
}

const sentFacts = (facts: ItemFacts, { optionGroups }: Pick<Menu, 'optionGroups'>) => ({
  // An emptied field keeps the code: every item of the panel has one.
  externalCode: facts.externalCode.trim() === '' ? undefined : facts.externalCode,
  serving: facts.serving.trim() === '' ? null : Number(facts.serving.replace(',', '.')),
  ean: bareNumber(facts.ean),
  allergen: [...facts.allergen],
  isAlcoholic: facts.isAlcoholic,
  taxClass: facts.taxClass === '' ? null : facts.taxClass,
  ncm: bareNumber(facts.ncm),
  availability: [...facts.availability],
  locks: [...facts.locks],
  // A group that somebody deleted or gave to an option is not sent.
  optionGroupIds: facts.optionGroupIds.filter((id) =>
    optionGroups.some((group) => group.id === id && group.optionId === null),
  ),
})

const factNames = [
  'externalCode',
  'serving',
  'ean',
  'allergen',
  'isAlcoholic',
  'taxClass',
  'ncm',
  'availability',
  'locks',
  'optionGroupIds',
] as const

/** Without the points and blanks of `2202.10.00`; null: empty. */
const bareNumber = (text: string): string | null => text.replaceAll(/[.\s-]/g, '') || null

/** `NO_DECLARED_ALLERGENS` and an allergen exclude each other. */
export function withAllergen(allergen: readonly Allergen[], one: Allergen, on: boolean): readonly Allergen[] {
  if (!on) return allergen.filter((other) => other !== one)
  if (one === 'NO_DECLARED_ALLERGENS') return [one]
  return [...allergen.filter((other) => other !== 'NO_DECLARED_ALLERGENS'), one]
}
