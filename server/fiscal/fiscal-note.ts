import { sql, type Transaction } from 'kysely'
import { issuerOf } from '../../contract/fiscal/access-key.ts'
import type {
  FiscalNote,
  readFiscalNote as readRoute,
  saveFiscalNote as saveRoute,
} from '../../contract/fiscal/fiscal-note.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'
import { audit } from '../identity/identity.ts'

export const readFiscalNote = ({
  deps,
  storeId,
  params,
}: Call<typeof readRoute>): Promise<Reply<typeof readRoute>> =>
  withStoreScope(deps.cells, [storeId], async (tx) => {
    const order = await tx
      .selectFrom('orders')
      .select('id')
      .where('store_id', '=', storeId)
      .where('id', '=', params.orderId)
      .executeTakeFirst()
    if (!order) throw new AppError('order/not-found')
    return noteOf(tx, storeId, params.orderId)
  })

/** The order's row is locked, so of two saves of one version one wins. fiscal/stale-note, fiscal/key-taken */
export async function saveFiscalNote(call: Call<typeof saveRoute>): Promise<Reply<typeof saveRoute>> {
  const { deps, caller, storeId, params, body, now, requestId } = call
  const { orderId } = params
  return withStoreScope(
    deps.cells,
    [storeId],
    async (tx) => {
      const order = await tx
        .selectFrom('orders')
        .select(['status', 'is_test', 'display_id'])
        .where('store_id', '=', storeId)
        .where('id', '=', orderId)
        .forUpdate()
        .executeTakeFirst()
      if (!order) throw new AppError('order/not-found')
      if (body.accessKey !== null && (order.status === 'cancelled' || order.is_test))
        throw new AppError('order/invalid-transition', {
          message: order.is_test
            ? 'Um pedido de teste não tem nota fiscal.'
            : 'Este pedido foi cancelado: cancele a nota onde ela foi emitida.',
        })
      const before = await noteOf(tx, storeId, orderId)
      if (before.version !== body.version) throw new AppError('fiscal/stale-note', { current: before })
      await rejectTaken(tx, { storeId, orderId, accessKey: body.accessKey })
      await sql`
        insert into fiscal_notes as n (store_id, order_id, access_key, saved_at, saved_by)
          values (${storeId}, ${orderId}, ${body.accessKey}, ${now}, ${caller.uid})
        on conflict on constraint fiscal_notes_pkey do update set access_key = excluded.access_key,
          saved_at = excluded.saved_at, saved_by = excluded.saved_by, version = n.version + 1`.execute(tx)
      await audit(tx, {
        actorUid: caller.uid,
        action: 'order/fiscal-note-saved',
        storeId,
        subject: `#${order.display_id}`,
        details: { before: { accessKey: before.accessKey }, after: { accessKey: body.accessKey } },
        requestId,
        at: now,
      })
      return noteOf(tx, storeId, orderId)
    },
    { uid: caller.uid },
  )
}

interface Wanted {
  readonly storeId: string
  readonly orderId: string
  readonly accessKey: string | null
}

/** The unique key is the net below: of two orders at once the second waits for the first and meets it. */
async function rejectTaken(tx: Transaction<Cell>, { storeId, orderId, accessKey }: Wanted): Promise<void> {
  if (accessKey === null) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${storeId}:${accessKey}`}, 0))`.execute(tx)
  const other = await tx
    .selectFrom('fiscal_notes')
    .select('order_id')
    .where('store_id', '=', storeId)
    .where('access_key', '=', accessKey)
    .where('order_id', '<>', orderId)
    .executeTakeFirst()
  if (other) throw new AppError('fiscal/key-taken')
}

async function noteOf(tx: Transaction<Cell>, storeId: string, orderId: string): Promise<FiscalNote> {
  const row = await tx
    .selectFrom('fiscal_notes as n')
    .innerJoin('stores as s', 's.id', 'n.store_id')
    .select(['n.access_key', 'n.saved_at', 'n.version', 's.document'])
    .where('n.store_id', '=', storeId)
    .where('n.order_id', '=', orderId)
    .executeTakeFirst()
  if (!row) return { accessKey: null, otherIssuer: null, savedAt: null, version: 0 }
  return {
    accessKey: row.access_key,
    otherIssuer: otherIssuer(row.access_key, row.document),
    savedAt: row.saved_at.toISOString(),
    version: row.version,
  }
}

function otherIssuer(accessKey: string | null, document: string | null): boolean | null {
  const bare = document?.replaceAll(/[./\-\s]/g, '').toUpperCase() ?? ''
  return accessKey === null || bare.length !== 14 ? null : issuerOf(accessKey) !== bare
}
