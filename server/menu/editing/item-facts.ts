import { sql, type Transaction } from 'kysely'
import type { updateMenuItem } from '../../../contract/menu/edit-item.ts'
import type { Received } from '../../../contract/shared/route.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'

type Body = Received<typeof updateMenuItem>['body']
export type ItemFacts = Pick<
  Body,
  'serving' | 'unit' | 'ean' | 'allergen' | 'isAlcoholic' | 'taxClass' | 'ncm' | 'availability' | 'locks'
>

/** The columns of the facts that were sent. */
export function factColumns(body: ItemFacts) {
  const { serving, unit, ean, allergen, isAlcoholic, taxClass, ncm, availability, locks } = body
  return {
    ...(serving === undefined ? {} : { serving }),
    ...(unit === undefined ? {} : { unit }),
    ...(ean === undefined ? {} : { ean }),
    ...(allergen === undefined ? {} : { allergens: [...new Set(allergen)] }),
    ...(isAlcoholic === undefined ? {} : { is_alcoholic: isAlcoholic }),
    ...(taxClass === undefined ? {} : { tax_class: taxClass }),
    ...(ncm === undefined ? {} : { ncm }),
    ...(availability === undefined ? {} : { availability: JSON.stringify(availability) }),
    ...(locks === undefined ? {} : { locks: [...new Set(locks)] }),
  }
}

/** Makes the item ask exactly these groups, in this order. */
export async function linkGroups(
  tx: Transaction<Cell>,
  storeId: string,
  itemId: string,
  groupIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(groupIds)]
  await tx
    .deleteFrom('menu_item_option_groups')
    .where('store_id', '=', storeId)
    .where('item_id', '=', itemId)
    .execute()
  const { rows } = await sql`
    insert into menu_item_option_groups (store_id, item_id, group_id, position)
    select g.store_id, ${itemId}, g.id, r.position
    from unnest(${ids}::uuid[]) with ordinality as r (id, position)
      join menu_option_groups g on g.store_id = ${storeId} and g.id = r.id and g.option_id is null
    returning group_id`.execute(tx)
  if (rows.length < ids.length) throw new AppError('menu/group-not-found')
}
