import type { DocumentItem, MenuDocument } from '../../../contract/menu/menu-document.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { TestApp } from '../../testing/app.ts'
import { readWholeMenu, writeWholeMenu } from '../menu.ts'

/** `priceCents`: of the own channel. */
export const dish = (name: string, priceCents: number, more: Partial<DocumentItem> = {}): DocumentItem => ({
  externalCode: null,
  name,
  description: '',
  serving: null,
  unit: 'UN',
  ean: null,
  photoId: null,
  priceCents,
  channels: [],
  allergen: [],
  isAlcoholic: false,
  taxClass: null,
  ncm: null,
  availability: [],
  locks: [],
  optionGroups: [],
  ...more,
})

/** Items by the name of their category. */
export const menuOf = (shelves: Readonly<Record<string, readonly DocumentItem[]>>): MenuDocument => ({
  categories: Object.entries(shelves).map(([name, items]) => ({
    externalCode: `C-${name}`,
    name,
    description: '',
    status: 'AVAILABLE',
    availability: [],
    items: [...items],
  })),
  otherItems: [],
  optionGroups: [],
})

export const putWholeMenu = (app: TestApp, storeId: string, document: MenuDocument): Promise<unknown> =>
  withStoreScope(app.db, [storeId], (tx) => writeWholeMenu(tx, storeId, document, { now: app.deps.now() }))

export const wholeMenu = (app: TestApp, storeId: string): Promise<MenuDocument> =>
  withStoreScope(app.db, [storeId], (tx) => readWholeMenu(tx, storeId))
