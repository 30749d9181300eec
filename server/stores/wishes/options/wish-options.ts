import { sql, type Transaction } from 'kysely'
import type { Cell } from '../../../db/tables.ts'
import { enqueueItemLook } from '../enqueue-item-look.ts'
import { isUndone } from '../item-wish.rules.ts'
import { aboutOf, changeWishes } from '../wish-rows.ts'
import { optionKinds, type ItemKind, type WishKinds } from '../wish-values.ts'
import { renewed, wishedHere } from '../wish.rules.ts'
import { placeKey } from '../own-items.reads.ts'
import { ownOptionsOf } from './own-options.reads.ts'

interface Again {
  readonly optionId: string
  readonly about: ItemKind | 'both'
}

/**
 * What the store wishes of its options now is a new wish at each merchant that has them, where it is another one than
 * before. `again`: a person wishes once more what a merchant refused, or shows otherwise by somebody's hand. Part of the
 * transaction of the change, after it. Returns whether there is a new wish.
 */
export async function wishOptions(
  tx: Transaction<Cell>,
  storeId: string,
  { now, again = null }: { readonly now: Date; readonly again?: Again | null },
): Promise<boolean> {
  const options = await ownOptionsOf(tx, storeId, { changed: true, again: again?.optionId ?? null })
  const [first] = options
  if (!first) return false
  let isNew = false
  for (const ofMerchant of Map.groupBy(options, placeKey).values()) {
    const { platform = '', merchantId = '' } = ofMerchant[0] ?? {}
    await changeWishes(
      tx,
      { storeId, platform, merchantId, kinds: optionKinds, subjects: ofMerchant.map(({ id }) => id) },
      (kept) => {
        const wishes = new Map<string, WishKinds['option-price']>()
        for (const { id, optionId, onSale, priceCents } of ofMerchant)
          for (const [kind, about, own] of [
            ['on-sale', aboutOf('option-on-sale', id), onSale],
            ['price', aboutOf('option-price', id), priceCents],
          ] as const) {
            // What nobody has looked at yet, the first look makes a wish of.
            const wish = kept.get(about)
            if (!wish || own === null) continue
            const isAsked = again?.optionId === optionId && (again?.about === 'both' || again?.about === kind)
            const next = (isAsked && isUndone(wish, own) ? renewed : wishedHere)(wish, own, now.getTime())
            if (next !== wish) wishes.set(about, next)
          }
        isNew ||= wishes.size > 0
        return wishes
      },
      { now, asked: true },
    )
  }
  if (isNew) await enqueueItemLook(tx, { storeId, lane: first.id, at: now })
  return isNew
}

/** Of options that are no longer matched. */
export async function forgetOptionWishes(tx: Transaction<Cell>, storeId: string): Promise<void> {
  await sql`
    delete from channel_wishes w where w.store_id = ${storeId} and w.kind = any (${optionKinds}::text[]) and not exists (
      select from menu_option_channels c where c.store_id = w.store_id and c.id::text = w.subject)`.execute(
    tx,
  )
}
