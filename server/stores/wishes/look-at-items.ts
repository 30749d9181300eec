import { sql, type Transaction } from 'kysely'
import { minuteMs, secondMs } from '../../../contract/shared/durations.ts'
import type { Cell } from '../../db/tables.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { eachInParallel } from '../../marketplaces/each-in-parallel.ts'
import { enqueueItemLook } from './enqueue-item-look.ts'
import { itemPort, ownWishes } from './item-port.ts'
import { ownOptionsOf } from './options/own-options.reads.ts'
import { ownItemsOf, placeKey, type PlaceOfItem } from './own-items.reads.ts'
import { reconcile } from './reconcile.ts'
import { wishPace } from './wish.rules.ts'
import { itemKinds, optionKinds } from './wish-values.ts'

const merchantsAtOnce = 4

/**
 * Reads the catalogues in which something is due, and makes items and their options as they are wished. Outside any
 * transaction.
 */
export async function lookAtItems(deps: Deps, storeId: string): Promise<void> {
  const { items, options } = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const due = await merchantsDue(tx, storeId, deps.now())
    if (due.size === 0) return { items: [], options: [] }
    const isDue = (published: PlaceOfItem) => due.has(placeKey(published))
    return {
      items: (await ownItemsOf(tx, storeId, deps.now())).filter(isDue),
      options: (await ownOptionsOf(tx, storeId)).filter(isDue),
    }
  })
  const looks: number[] = []
  const merchants = [...Map.groupBy(items, placeKey)]
  await eachInParallel(merchants, merchantsAtOnce, async ([place, ofMerchant]) => {
    const { platform = '', merchantId = '' } = ofMerchant[0] ?? {}
    const published = {
      items: ofMerchant,
      options: options.filter((option) => placeKey(option) === place),
    }
    const port = itemPort({ deps, storeId, platform, merchantId }, published)
    looks.push(await reconcile(port, { here: ownWishes(published), asked: false }))
  })
  const [first] = items
  const at = Math.min(...looks)
  // What rests longer is found by the round of every minute.
  if (first && at - deps.now().getTime() <= minuteMs)
    await withStoreScope(deps.cells, [storeId], (tx) =>
      enqueueItemLook(tx, {
        storeId,
        lane: first.itemId,
        at: new Date(Math.max(at, deps.now().getTime() + secondMs)),
      }),
    )
}

/** Merchants with an item that nobody has looked at, or that is due. */
async function merchantsDue(tx: Transaction<Cell>, storeId: string, now: Date): Promise<ReadonlySet<string>> {
  // Later than any look is planned: the clock was set back.
  const far = new Date(now.getTime() + 2 * wishPace.readBackMs)
  const isDue = sql`(w.look_at is null or w.look_at <= ${now} or w.look_at > ${far})`
  const wishOfKind = sql`
    left join channel_wishes w on w.store_id = c.store_id and w.platform = c.platform and w.merchant_id = c.merchant_id and w.kind = k.kind`
  const { rows } = await sql<PlaceOfItem>`
    select c.platform, c.merchant_id as "merchantId"
    from menu_item_channels c
      cross join unnest(${itemKinds}::text[]) as k (kind) ${wishOfKind} and w.subject = c.item_id::text
    where c.store_id = ${storeId} and ${isDue}
    union
    select c.platform, c.merchant_id
    from menu_option_channels c
      cross join unnest(${optionKinds}::text[]) as k (kind) ${wishOfKind} and w.subject = c.id::text
    where c.store_id = ${storeId} and ${isDue}
      and (k.kind = 'option-on-sale' or (c.option_id is not null and c.price_cents is not null))`.execute(tx)
  return new Set(rows.map(placeKey))
}
