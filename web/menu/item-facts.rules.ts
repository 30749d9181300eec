import type { Allergen, MenuHours, MenuLock, TaxClass } from '../../contract/menu/menu-fields.ts'
import type { Menu, MenuItem } from '../../contract/menu/menu.ts'

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

export const factsOf = (item: MenuItem | null): ItemFacts => ({
  externalCode: item?.externalCode ?? '',
  serving: item?.serving ? String(item.serving) : '',
  ean: item?.ean ?? '',
  allergen: item?.allergen ?? [],
  isAlcoholic: item?.isAlcoholic ?? false,
  taxClass: item?.taxClass ?? '',
  ncm: item?.ncm ?? '',
  availability: item?.availability ?? [],
  locks: item?.locks ?? [],
  optionGroupIds: item?.optionGroupIds ?? [],
})

/** Only what differs from the item: the same save also goes to other stores, which keep the rest. */
export function factsInput(facts: ItemFacts, item: MenuItem | null, menu: Pick<Menu, 'optionGroups'>) {
  const before = factsOf(item)
  const differs = (name: keyof ItemFacts): boolean =>
    JSON.stringify(facts[name]) !== JSON.stringify(before[name])
  const typed = (text: string): string | null => text.replaceAll(/[.\s-]/g, '') || null
  return {
    ...(differs('externalCode') && facts.externalCode.trim() !== ''
      ? { externalCode: facts.externalCode }
      : {}),
    ...(differs('serving')
      ? { serving: facts.serving.trim() === '' ? null : Number(facts.serving.replace(',', '.')) }
      : {}),
    ...(differs('ean') ? { ean: typed(facts.ean) } : {}),
    ...(differs('allergen') ? { allergen: [...facts.allergen] } : {}),
    ...(differs('isAlcoholic') ? { isAlcoholic: facts.isAlcoholic } : {}),
    ...(differs('taxClass') ? { taxClass: facts.taxClass === '' ? null : facts.taxClass } : {}),
    ...(differs('ncm') ? { ncm: typed(facts.ncm) } : {}),
    ...(differs('availability') ? { availability: [...facts.availability] } : {}),
    ...(differs('locks') ? { locks: [...facts.locks] } : {}),
    ...(differs('optionGroupIds')
      ? {
          // A group that somebody deleted meanwhile is no longer asked for.
          optionGroupIds: facts.optionGroupIds.filter((id) =>
            menu.optionGroups.some((group) => group.id === id),
          ),
        }
      : {}),
  }
}

/** `NO_DECLARED_ALLERGENS` and an allergen exclude each other. */
export function withAllergen(allergen: readonly Allergen[], one: Allergen, on: boolean): readonly Allergen[] {
  if (!on) return allergen.filter((other) => other !== one)
  if (one === 'NO_DECLARED_ALLERGENS') return [one]
  return [...allergen.filter((other) => other !== 'NO_DECLARED_ALLERGENS'), one]
}
