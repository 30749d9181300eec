import { sql, type Transaction } from 'kysely'
import { conversionDays } from '../../contract/ads/ads.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { modulesOffOf } from '../stores/stores.ts'
import { AdsError, type AdsAccess, type Purchase } from './ads-network.ts'
import { metaAds } from './meta-ads.ts'
import { hashedPhone } from './purchase-event.rules.ts'
import { accessOf } from './setup.reads.ts'

const lookAgainMs = 10 * 60_000

export interface Conversion {
  readonly storeId: string
  readonly orderId: string
  /** Effects of a click leave apart from those of its order, which must not wait for an ad network. */
  readonly clickId: string
  readonly step: number
}

/** Reports an order to the ad network once it is concluded; looks again while it is open. */
export async function sendConversion(deps: Deps, conversion: Conversion): Promise<void> {
  const { storeId, orderId } = conversion
  const ready = await withStoreScope(deps.cells, [storeId], (tx) => prepare(tx, deps, conversion))
  if (!ready) return
  try {
    await metaAds(deps.env.META_GRAPH_URL).sendPurchase(ready.access, ready.purchase)
  } catch (error) {
    // Another try would be refused as well; a network that does not answer is tried again by the outbox.
    if (!(error instanceof AdsError) || error.kind === 'unreachable') throw error
    await end(deps, storeId, orderId, { state: 'failed', problem: error.message })
    return
  }
  await end(deps, storeId, orderId, { state: 'sent', problem: null })
}

export const noteConversionFailed = (deps: Deps, storeId: string, orderId: string): Promise<void> =>
  end(deps, storeId, orderId, { state: 'failed', problem: 'A rede de anúncios não respondeu.' })

interface Row {
  readonly clickKind: 'ctwaClid' | 'fbclid' | null
  readonly clickId: string | null
  readonly clickAt: Date
  readonly open: boolean
  readonly sale: boolean
  readonly at: Date
  readonly netCents: number
  readonly phone: string | null
}

interface Ready {
  readonly access: AdsAccess
  readonly purchase: Purchase
}

async function prepare(tx: Transaction<Cell>, deps: Deps, conversion: Conversion): Promise<Ready | null> {
  const { storeId, orderId, clickId, step } = conversion
  const now = deps.now()
  const { rows } = await sql<Row>`
    select c.click_kind as "clickKind", c.click_id as "clickId", c.at as "clickAt", o.open, counts_as_sale(o) as sale,
      coalesce(o.completed_at, o.status_since) as at,
      net_cents(o.gross_cents, o.store_discount_cents, o.refund_cents) as "netCents",
      o.detail #>> '{customer,phone}' as phone
    from ad_orders l
      join ad_clicks c on c.store_id = l.store_id and c.id = l.click_id
      join orders o on o.store_id = l.store_id and o.id = l.order_id
    where l.store_id = ${storeId} and l.order_id = ${orderId} and l.state = 'waiting'`.execute(tx)
  const [row] = rows
  if (!row) return null
  const access = await accessOf(tx, storeId, deps.env)
  const problem = await reasonNotTo(tx, storeId, { row, access, now })
  if (problem || !access) {
    await mark(tx, storeId, orderId, { state: 'skipped', problem, at: now })
    return null
  }
  if (row.open) {
    await enqueue(
      tx,
      'ad-conversion',
      { orderId, step: step + 1 },
      {
        storeId,
        lane: clickId,
        dueAt: new Date(now.getTime() + lookAgainMs),
        key: `ad ${orderId} ${step + 1}`,
      },
    )
    return null
  }
  return { access, purchase: purchaseOf(orderId, row) }
}

const purchaseOf = (orderId: string, row: Row): Purchase => ({
  eventId: orderId,
  at: row.at,
  valueCents: row.netCents,
  phone: hashedPhone(row.phone),
  click: row.clickKind && row.clickId ? { kind: row.clickKind, id: row.clickId, at: row.clickAt } : null,
})

async function reasonNotTo(
  tx: Transaction<Cell>,
  storeId: string,
  { row, access, now }: { readonly row: Row; readonly access: AdsAccess | null; readonly now: Date },
): Promise<string | null> {
  if ((await modulesOffOf(tx, storeId)).includes('ads')) return 'O módulo Anúncios está desligado.'
  if (!access) return 'Os anúncios não estavam ligados.'
  if (!row.sale) return 'O pedido foi cancelado.'
  if (now.getTime() - row.clickAt.getTime() > conversionDays * 86_400_000)
    return 'O clique tem mais de 7 dias.'
  if (row.clickId === null && hashedPhone(row.phone) === null) return 'O pedido não tem telefone nem clique.'
  return null
}

interface Outcome {
  readonly state: 'sent' | 'skipped' | 'failed'
  readonly problem: string | null
}

const end = (deps: Deps, storeId: string, orderId: string, outcome: Outcome): Promise<void> =>
  withStoreScope(deps.cells, [storeId], async (tx) => {
    await mark(tx, storeId, orderId, { ...outcome, at: deps.now() })
  })

async function mark(
  tx: Transaction<Cell>,
  storeId: string,
  orderId: string,
  { state, problem, at }: Outcome & { readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('ad_orders')
    .set({ state, problem, sent_at: state === 'sent' ? at : null })
    .where('store_id', '=', storeId)
    .where('order_id', '=', orderId)
    .where('state', '=', 'waiting')
    .execute()
}
