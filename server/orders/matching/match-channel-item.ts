import { sql, type Transaction } from 'kysely'
import type {
  ChannelItem,
  matchChannelItem as matchRoute,
  unmatchChannelItem as unmatchRoute,
} from '../../../contract/orders/channel-items.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { channelItems } from './channel-items.reads.ts'
import { rematchOpenOrders } from './rematch-open-orders.ts'

/** Orders of the channel that come from now on have it, and so do those that are open. */
export async function matchChannelItem(call: Call<typeof matchRoute>): Promise<Reply<typeof matchRoute>> {
  const { deps, caller, storeId, body, now } = call
  const { itemId } = body
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const known = await lockChannelItem(tx, storeId, body)
    if (known.isDecided) throw new AppError('order/channel-item-decided')
    const item = itemId === null ? null : await ofMenu(tx, storeId, { ...body, itemId })
    if (itemId !== null && !item) throw new AppError('menu/item-not-found')
    await tx
      .updateTable('channel_items')
      .set({ item_id: itemId, not_in_menu: itemId === null, decided_by: caller.name, decided_at: now })
      .where('store_id', '=', storeId)
      .where('platform', '=', body.platform)
      .where('kind', '=', body.kind)
      .where('sent_key', '=', body.sentKey)
      .execute()
    const note = `${known.name} → ${item?.name ?? 'não é do cardápio'}`
    await finish(tx, call, { action: 'order/channel-item-matched', known, note })
    return channelItems(tx, storeId, now)
  })
}

/** The item waits again. Open orders are counted again without the match; ended ones keep the product they were counted as. */
export async function unmatchChannelItem(
  call: Call<typeof unmatchRoute>,
): Promise<Reply<typeof unmatchRoute>> {
  const { deps, storeId, body, now } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const known = await lockChannelItem(tx, storeId, body)
    if (!known.isDecided) throw new AppError('order/channel-item-waits')
    await tx
      .updateTable('channel_items')
      .set({ item_id: null, not_in_menu: false, decided_by: null, decided_at: null })
      .where('store_id', '=', storeId)
      .where('platform', '=', body.platform)
      .where('kind', '=', body.kind)
      .where('sent_key', '=', body.sentKey)
      .execute()
    const note = `${known.name} → fora do cardápio`
    await finish(tx, call, { action: 'order/channel-item-unmatched', known, note })
    return channelItems(tx, storeId, now)
  })
}

interface Known {
  readonly name: string
  readonly externalCode: string | null
  /** What was deleted since is no decision. */
  readonly isDecided: boolean
}

/** Of two people who decide at once the second one waits here and sees what the first one decided. */
async function lockChannelItem(
  tx: Transaction<Cell>,
  storeId: string,
  { platform, kind, sentKey }: Pick<ChannelItem, 'platform' | 'kind' | 'sentKey'>,
): Promise<Known> {
  const { rows } = await sql<Known>`
    select c.name, c.external_code as "externalCode", c.not_in_menu or exists (
      select from menu_items i where i.store_id = c.store_id and i.id = c.item_id) or c.kind = 'option' and exists (
      select from menu_options o where o.store_id = c.store_id and o.id = c.item_id) as "isDecided"
    from channel_items c
    where c.store_id = ${storeId} and c.platform = ${platform} and c.kind = ${kind}
      and c.sent_key = ${sentKey} for update`.execute(tx)
  const [known] = rows
  if (!known) throw new AppError('order/channel-item-not-found')
  return known
}

/** An option may be an item that the menu sells alone, such as a flavour. */
async function ofMenu(
  tx: Transaction<Cell>,
  storeId: string,
  { kind, itemId }: Pick<ChannelItem, 'kind'> & { readonly itemId: string },
): Promise<{ readonly name: string } | undefined> {
  const nameIn = (table: 'menu_items' | 'menu_options') =>
    tx
      .selectFrom(table)
      .select('name')
      .where('store_id', '=', storeId)
      .where('id', '=', itemId)
      .executeTakeFirst()
  return (await nameIn('menu_items')) ?? (kind === 'option' ? nameIn('menu_options') : undefined)
}

interface Decided {
  readonly action: 'order/channel-item-matched' | 'order/channel-item-unmatched'
  readonly known: Known
  /** What it was, and what it is now. */
  readonly note: string
}

async function finish(
  tx: Transaction<Cell>,
  call: Call<typeof unmatchRoute>,
  { action, known, note }: Decided,
): Promise<void> {
  const { caller, storeId, body, now, requestId } = call
  const { platform, kind, sentKey } = body
  const { externalCode } = known
  await rematchOpenOrders(
    tx,
    { storeId, platform },
    {
      kind,
      sentKey,
      externalCode,
      actor: caller,
      note,
      now,
    },
  )
  await audit(tx, {
    actorUid: caller.uid,
    action,
    storeId,
    subject: note,
    details: { platform, kind, externalCode },
    requestId,
    at: now,
  })
}
