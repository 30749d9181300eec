import type { Attribution } from '../../../contract/identity/attribution.ts'
import type { DirectoryTransaction } from '../../db/tables.ts'

/**
 * Keeps where a person came from, with the time of their consent. The first one stays. Needs the person's scope;
 * `storeId` null: of the account, otherwise of the store that it opened.
 */
export async function keepAttribution(
  tx: DirectoryTransaction,
  { uid, storeId }: { readonly uid: string; readonly storeId: string | null },
  attribution: Attribution | undefined,
  consentedAt: Date,
): Promise<void> {
  const { touchedAt, ...touch } = attribution ?? {}
  if (Object.keys(touch).length === 0) return
  await tx
    .insertInto('attributions')
    .values({
      uid,
      store_id: storeId,
      touch: JSON.stringify(touch),
      touched_at: touchedAt === undefined ? null : new Date(touchedAt),
      consented_at: consentedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
