import type { MenuCategory, MenuItem, MenuOptionGroup } from '../../contract/menu/menu.ts'

/** What an item says beside name and price when nobody filled it in. */
export const noFacts: Pick<
  MenuItem,
  'serving' | 'unit' | 'ean' | 'allergen' | 'isAlcoholic' | 'taxClass' | 'ncm' | 'availability' | 'locks'
> = {
  serving: null,
  unit: 'UN',
  ean: null,
  allergen: [],
  isAlcoholic: false,
  taxClass: null,
  ncm: null,
  availability: [],
  locks: [],
}

export const categoryNamed = (id: string, name: string): MenuCategory => ({
  id,
  externalCode: `K-${id}`,
  name,
  description: '',
  status: 'AVAILABLE',
  availability: [],
  version: 1,
})

export const optionNamed = (
  id: string,
  name: string,
  priceCents: number,
): MenuOptionGroup['options'][number] => ({
  id,
  externalCode: `O-${id}`,
  name,
  description: '',
  status: 'AVAILABLE',
  priceCents,
  maxPermitted: 1,
})
