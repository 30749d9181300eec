import type { Transaction } from 'kysely'
import type { Cell } from '../db/tables.ts'
import { modulesOffOf } from '../stores/stores.ts'
import { clickCodesIn } from './click-codes.rules.ts'

/** From a click to the order that counts for it, as when a person links them. */
export const adOrderDays = 7

interface ChatOrder {
  readonly storeId: string
  readonly orderId: string
  /** What the customer wrote in the last `adOrderDays` days, newest first. */
  readonly texts: readonly string[]
  readonly now: Date
}

/**
 * Counts an order by chat for the ad whose code the customer sent, as followAd wrote it. Nothing is reported to the
 * network: nobody has asked the customer. Without a code, or with one that is used, the order counts for no ad.
 */
export async function linkChatOrder(tx: Transaction<Cell>, order: ChatOrder): Promise<void> {
  const { storeId, orderId, texts, now } = order
  const codes = clickCodesIn(texts)
  if (codes.length === 0 || (await modulesOffOf(tx, storeId)).includes('ads')) return
  const clicks = await tx
    .selectFrom('ad_clicks')
    .select(['id', 'code'])
    .where('store_id', '=', storeId)
    .where('code', 'in', codes)
    .where('at', '>', new Date(now.getTime() - adOrderDays * 86_400_000))
    .execute()
  const [click] = clicks.toSorted((a, b) => codes.indexOf(a.code ?? '') - codes.indexOf(b.code ?? ''))
  if (!click) return
  await tx
    .insertInto('ad_orders')
    .values({
      store_id: storeId,
      order_id: orderId,
      click_id: click.id,
      linked_at: now,
      linked_by: 'Conversa',
      consented_at: null,
      state: 'silent',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
