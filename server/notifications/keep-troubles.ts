import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Cell } from '../db/tables.ts'
import { tell } from './tell.ts'

export interface Trouble {
  /** The platform; the printer's id. */
  readonly key: string
  /** The platform; the printer's name. */
  readonly name: string
}

/** A marketplace or a router that is back within this time is not worth a notice. */
const toldAfterMs = 3 * 60_000

export type TroubleKind = 'channel-closed' | 'printer-silent'

export interface Troubled {
  readonly storeId: string
  readonly present: readonly Trouble[]
}

/** The stores that keepTroubles has something to do for: something is wrong now, or was at the last look. */
export async function withTroubles(
  tx: Transaction<Cell>,
  kind: TroubleKind,
  stores: readonly Troubled[],
): Promise<readonly Troubled[]> {
  const rows = await tx
    .selectFrom('store_troubles')
    .select('store_id')
    .distinct()
    .where('store_id', '=', sql<string>`any (${stores.map(({ storeId }) => storeId)}::uuid[])`)
    .where('kind', '=', kind)
    .execute()
  const known = new Set(rows.map((row) => row.store_id))
  return stores.filter(({ storeId, present }) => present.length > 0 || known.has(storeId))
}

/**
 * Call it every minute with everything of this kind that is wrong with the store now. Each trouble is notified once, when
 * it has lasted three minutes, and again only after it was over.
 */
export async function keepTroubles(
  tx: Transaction<Cell>,
  storeId: string,
  { kind, now, present }: { kind: TroubleKind; now: Date; present: readonly Trouble[] },
): Promise<void> {
  const keys = present.map(({ key }) => key)
  const ofKind = () =>
    tx.selectFrom('store_troubles').selectAll().where('store_id', '=', storeId).where('kind', '=', kind)
  const known = await ofKind().forUpdate().execute()
  const over = known.filter(({ key }) => !keys.includes(key)).map(({ key }) => key)
  if (over.length > 0)
    await tx
      .deleteFrom('store_troubles')
      .where('store_id', '=', storeId)
      .where('kind', '=', kind)
      .where('key', 'in', over)
      .execute()
  const fresh = present.filter(({ key }) => known.every((row) => row.key !== key))
  if (fresh.length > 0)
    await tx
      .insertInto('store_troubles')
      .values(fresh.map(({ key }) => ({ store_id: storeId, kind, key, id: uuidv7(), since: now })))
      .onConflict((conflict) => conflict.constraint('store_troubles_pkey').doNothing())
      .execute()
  for (const { key, id, since, told_at: toldAt } of known) {
    const trouble = present.find((one) => one.key === key)
    const lastedMs = now.getTime() - since.getTime()
    if (!trouble || toldAt || lastedMs < toldAfterMs) continue
    await tx
      .updateTable('store_troubles')
      .set({ told_at: now })
      .where('store_id', '=', storeId)
      .where('id', '=', id)
      .execute()
    const minutes = Math.floor(lastedMs / 60_000)
    await tell(tx, storeId, { event: kind, orderId: id, displayId: trouble.name, minutes }, now)
  }
}
