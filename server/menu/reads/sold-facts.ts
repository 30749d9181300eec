import { sql, type Transaction } from 'kysely'
import type { TaxClass } from '../../../contract/menu/menu-fields.ts'
import type { Cell } from '../../db/tables.ts'

/** What the law asks about an item, as the menu says it. */
export interface SoldFacts {
  readonly alcoholic?: true
  readonly taxClass?: TaxClass
  /** Eight digits of the Nomenclatura Comum do Mercosul. */
  readonly ncm?: string
}

/**
 * The facts of the sold items by their product key (contract/menu/product-key.ts), whichever channel sold them. A
 * product that the menu does not know has none.
 */
export async function soldFacts(
  tx: Transaction<Cell>,
  storeId: string,
  productKeys: readonly string[],
): Promise<ReadonlyMap<string, SoldFacts>> {
  const { rows } = await sql<{
    key: string
    alcoholic: boolean
    taxClass: TaxClass | null
    ncm: string | null
  }>`
    select product_key as key, is_alcoholic or tax_class is not distinct from 'ALCOHOLIC' as alcoholic,
      tax_class as "taxClass", ncm
    from menu_items
    where store_id = ${storeId} and product_key = any (${[...new Set(productKeys)]}::text[])
      and (is_alcoholic or tax_class is not null or ncm is not null)`.execute(tx)
  return new Map(
    rows.map(({ key, alcoholic, taxClass, ncm }) => [
      key,
      {
        ...(alcoholic ? { alcoholic } : {}),
        ...(taxClass ? { taxClass } : alcoholic ? { taxClass: 'ALCOHOLIC' } : {}),
        ...(ncm ? { ncm } : {}),
      },
    ]),
  )
}
