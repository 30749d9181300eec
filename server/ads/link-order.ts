import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { linkOrderToAd as linkRoute } from '../../contract/ads/ads.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'
import { audit } from '../identity/identity.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { requireModule } from '../stores/stores.ts'
import { adOrderDays } from './link-chat-order.ts'

type LinkCall = Call<typeof linkRoute>

/** One order for a click, and one click for an order: of two at once one wins. */
export async function linkOrderToAd(call: LinkCall): Promise<Reply<typeof linkRoute>> {
  const { deps, caller, storeId, body, now, requestId } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    await requireModule(tx, storeId, 'ads')
    const order = await orderOf(tx, call)
    const click = await clickOf(tx, call)
    const state = body.consent ? 'waiting' : 'silent'
    const linked = await tx
      .insertInto('ad_orders')
      .values({
        store_id: storeId,
        order_id: order.id,
        click_id: click.id,
        linked_at: now,
        linked_by: caller.name,
        consented_at: body.consent ? now : null,
        state,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('order_id')
      .executeTakeFirst()
    if (!linked)
      throw new AppError((await isLinked(tx, storeId, order.id)) ? 'ads/order-linked' : 'ads/click-used')
    if (body.consent)
      await enqueue(
        tx,
        'ad-conversion',
        { orderId: order.id, step: 0 },
        { storeId, lane: click.id, dueAt: now, key: `ad ${order.id} 0` },
      )
    await audit(tx, {
      actorUid: caller.uid,
      action: 'ads/order-linked',
      storeId,
      subject: order.id,
      details: { number: order.displayId, name: click.adName, consent: body.consent },
      requestId,
      at: now,
    })
    return {
      orderId: order.id,
      displayId: order.displayId,
      adName: click.adName,
      netCents: order.netCents,
      state,
    }
  })
}

interface OrderRow {
  readonly id: string
  readonly displayId: string
  readonly netCents: number
  readonly sale: boolean
}

async function orderOf(tx: Transaction<Cell>, { storeId, body, now }: LinkCall): Promise<OrderRow> {
  const { rows } = await sql<OrderRow>`
    select o.id, o.display_id as "displayId", counts_as_sale(o) as sale,
      net_cents(o.gross_cents, o.store_discount_cents, o.refund_cents) as "netCents"
    from orders o
    where o.store_id = ${storeId} and o.display_id = ${body.orderNumber.replace('#', '').toUpperCase()}
      and o.created_at > ${new Date(now.getTime() - adOrderDays * 86_400_000)}
    order by o.created_at desc limit 1`.execute(tx)
  const [order] = rows
  if (!order) throw new AppError('order/not-found')
  if (!order.sale) throw new AppError('ads/not-a-sale')
  return order
}

/** The name for clicks that the messaging channel told. */
const channelClicks = 'Cliques pelo WhatsApp'

async function clickOf(
  tx: Transaction<Cell>,
  { storeId, body: { click }, now }: LinkCall,
): Promise<{ readonly id: string; readonly adName: string }> {
  if ('channelClickId' in click)
    return { id: await channelClick(tx, storeId, click.channelClickId, now), adName: channelClicks }
  const found = await tx
    .selectFrom('ad_clicks')
    .innerJoin('ads', (join) =>
      join.onRef('ads.store_id', '=', 'ad_clicks.store_id').onRef('ads.id', '=', 'ad_clicks.ad_id'),
    )
    .select(['ad_clicks.id', 'ads.name as adName'])
    .where('ad_clicks.store_id', '=', storeId)
    .where('ad_clicks.code', '=', click.code)
    .executeTakeFirst()
  if (!found) throw new AppError('ads/click-not-found')
  return found
}

async function channelClick(
  tx: Transaction<Cell>,
  storeId: string,
  clickId: string,
  now: Date,
): Promise<string> {
  await tx
    .insertInto('ad_clicks')
    .values({ store_id: storeId, id: uuidv7(), click_kind: 'ctwaClid', click_id: clickId, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = await tx
    .selectFrom('ad_clicks')
    .select('id')
    .where('store_id', '=', storeId)
    .where('click_kind', '=', 'ctwaClid')
    .where('click_id', '=', clickId)
    .executeTakeFirstOrThrow()
  return id
}

const isLinked = async (tx: Transaction<Cell>, storeId: string, orderId: string): Promise<boolean> =>
  (await tx
    .selectFrom('ad_orders')
    .select('order_id')
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .executeTakeFirst()) !== undefined
