import type { Transaction } from 'kysely'
import type { ActionOf } from './kind.ts'
import { folded } from '../../../contract/shared/folded.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'

export interface FoundItem {
  readonly id: string
  readonly name: string
  readonly priceCents: number
  readonly version: number
}

/**
 * The store's own item of this dish, as the menu of all stores joins them: by code, else by name. Two items of
 * that name are not guessed between.
 */
export async function findItem(
  tx: Transaction<Cell>,
  storeId: string,
  { name, code }: ActionOf<'price'>['item'],
): Promise<FoundItem> {
  const items = await tx
    .selectFrom('menu_items')
    .select(['id', 'name', 'price_cents as priceCents', 'version', 'external_code as code'])
    .where('store_id', '=', storeId)
    .execute()
  const byCode = code ? items.filter((item) => item.code?.trim() === code.trim()) : []
  const found = byCode.length > 0 ? byCode : items.filter((item) => folded(item.name) === folded(name))
  const [item, other] = found
  if (!item) throw new AppError('menu/item-not-found', { message: 'Não vende este item.' })
  if (other) throw new AppError('bulk/several-items')
  return item
}
