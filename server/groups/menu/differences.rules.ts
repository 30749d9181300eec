import type { MenuDifferences } from '../../../contract/groups/group-menu.ts'
import type { ItemField, MenuChange } from '../../../contract/menu/changes.ts'

/** An item counts once in each kind of difference that it has. */
export function differencesOf(changes: readonly MenuChange[]): MenuDifferences {
  const number = (is: (change: MenuChange) => boolean) => changes.filter(is).length
  const has = (is: (field: ItemField) => boolean) =>
    number(({ kind, fields }) => kind === 'changed' && fields.some(({ field }) => is(field)))
  return {
    missing: number(({ kind }) => kind === 'new'),
    content: has((field) => field !== 'priceCents' && field !== 'availability'),
    prices: has((field) => field === 'priceCents'),
    hours: has((field) => field === 'availability'),
    own: number(({ kind }) => kind === 'gone'),
    locked: number(({ locked }) => locked.length > 0),
  }
}
