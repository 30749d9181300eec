import { updateMenuItem } from '../../../contract/menu/edit-item.ts'
import { type MenuItem } from '../../../contract/menu/menu.ts'
import type { Sent } from '../../../contract/shared/route.ts'
import { errorSentence } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import type { StoreItem } from '../list/menu-rows.rules.ts'

type Changes = Sent<typeof updateMenuItem>['body']

/**
 * Gives the same dish of other stores what changed in one. A store that refuses keeps what it had, and the answer
 * says which and why; categories and marketplace prices are each store's own.
 */
export async function saveAlso(
  before: MenuItem,
  body: Changes,
  others: readonly StoreItem[],
): Promise<{ readonly saved: number; readonly refused: readonly string[] }> {
  const changed = sharedChanges(before, body)
  if (Object.keys(changed).length === 0) return { saved: 0, refused: [] }
  const refusals = await Promise.all(
    others.map(async ({ store, item }) => {
      try {
        await ask(
          updateMenuItem,
          { params: { itemId: item.id }, body: { ...changed, version: item.version } },
          { storeId: store.id },
        )
        return null
      } catch (error) {
        return `${item.name} não foi salvo em ${store.name}. ${errorSentence(error)}`
      }
    }),
  )
  const refused = refusals.filter((words) => words !== null)
  return { saved: others.length - refused.length, refused }
}

/** The fields that mean the same in every store and differ from what was there. */
export function sharedChanges(before: MenuItem, body: Changes): Omit<Changes, 'version'> {
  return {
    ...(body.name !== undefined && body.name !== before.name ? { name: body.name } : {}),
    ...(body.description !== undefined && body.description !== before.description
      ? { description: body.description }
      : {}),
    ...(body.priceCents !== undefined && body.priceCents !== before.priceCents
      ? { priceCents: body.priceCents }
      : {}),
    ...(body.photo === undefined ? {} : { photo: body.photo }),
    ...factsOfEvery(body),
  }
}

/** The form sends only facts that a person changed. Code, option groups and locks are each store's own. */
const factsOfEvery = ({
  serving,
  unit,
  ean,
  allergen,
  isAlcoholic,
  taxClass,
  ncm,
  availability,
}: Changes): Omit<Changes, 'version'> =>
  Object.fromEntries(
    Object.entries({ serving, unit, ean, allergen, isAlcoholic, taxClass, ncm, availability }).filter(
      ([, value]) => value !== undefined,
    ),
  )
