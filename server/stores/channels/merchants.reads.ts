import type { Transaction } from 'kysely'
import { marketplaces } from '../../../contract/shared/channels.ts'
import type { Cell } from '../../db/tables.ts'

export interface MerchantOfStore {
  readonly platform: string
  readonly merchantId: string
  readonly main: boolean
}

/** The merchants that the store sells as, the main one of each marketplace first. */
export async function merchantsOfStore(
  tx: Transaction<Cell>,
  storeId: string,
): Promise<readonly MerchantOfStore[]> {
  const rows = await tx
    .selectFrom('integrations')
    .select(['type', 'merchant_id', 'merchant_secondary_ids'])
    .where('store_id', '=', storeId)
    .where('type', 'in', marketplaces)
    .where('status', '=', 'active')
    .orderBy('type')
    .execute()
  return rows.flatMap(({ type, merchant_id: main, merchant_secondary_ids: others }) =>
    [main, ...others].map((merchantId, index) => ({ platform: type, merchantId, main: index === 0 })),
  )
}
