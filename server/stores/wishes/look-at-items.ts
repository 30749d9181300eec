import { sql, type Transaction } from 'kysely'
import { minuteMs, secondMs } from '../../../contract/shared/durations.ts'
import type { Cell } from '../../db/tables.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { eachInParallel } from '../../marketplaces/each-in-parallel.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { itemPort, ownWishes } from './item-port.ts'
import { ownItemsOf } from './own-items.reads.ts'
import { reconcile } from './reconcile.ts'
import { wishPace } from './wish.rules.ts'
import { itemKinds } from './wish-values.ts'

const merchantsAtOnce = 4

/** Reads the catalogues in which something is due, and makes items as they are wished. Outside any transaction. */
export async function lookAtItems(deps: Deps, storeId: string): Promise<void> {
  const items = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const due = await merchantsDue(tx, storeId, deps.now())
    const all = due.size === 0 ? [] : await ownItemsOf(tx, storeId, deps.now())
    return all.filter(({ merchantId }) => due.has(merchantId))
  })
  const looks: number[] = []
  const merchants = [...Map.groupBy(items, ({ merchantId }) => merchantId)]
  await eachInParallel(merchants, merchantsAtOnce, async ([merchantId, published]) => {
    const platform = published[0]?.platform ?? ''
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

/** One a second at most: many items that change together are looked at together. */
export async function enqueueItemLook(
  tx: Transaction<Cell>,
  { storeId, lane, at }: { readonly storeId: string; readonly lane: string; readonly at: Date },
): Promise<void> {
  const dueAt = new Date(Math.ceil(at.getTime() / secondMs) * secondMs)
  await enqueue(tx, 'menu-channels', {}, { storeId, lane, dueAt, key: `look ${dueAt.toISOString()}` })
}

/** Merchants with an item that nobody has looked at, or that is due. */
async function merchantsDue(tx: Transaction<Cell>, storeId: string, now: Date): Promise<ReadonlySet<string>> {
  // Later than any look is planned: the clock was set back.
  const far = new Date(now.getTime() + 2 * wishPace.readBackMs)
  const { rows } = await sql<{ merchantId: string }>`
    select distinct c.merchant_id as "merchantId"
    from menu_item_channels c
      cross join unnest(${itemKinds}::text[]) as k (kind)
      left join channel_wishes w on w.store_id = c.store_id and w.merchant_id = c.merchant_id and w.kind = k.kind
        and w.subject = c.item_id::text
    where c.store_id = ${storeId} and (w.look_at is null or w.look_at <= ${now} or w.look_at > ${far})`.execute(
    tx,
  )
  return new Set(rows.map(({ merchantId }) => merchantId))
}
