import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import * as z from 'zod/mini'
import {
  counted,
  type CountedPart,
  type erasePerson as eraseRoute,
  type readErasures as readRoute,
} from '../../contract/privacy/person.ts'
import { personParts } from '../../contract/privacy/person-parts.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import { forgetPointsOf } from '../delivery/delivery.ts'
import { AppError } from '../errors/app-error.ts'
import { reportOddRow } from '../errors/odd-rows.ts'
import { audit } from '../identity/identity.ts'
import { forgetConversation } from './conversation.ts'
import { countParts, personOf, type Person } from './person.reads.ts'

/** The name that stays on the orders. */
const erasedName = 'Cliente apagado'

/** A tax document is needed for five years after the year of the sale (CTN, art. 173): six calendar years at most. */
const taxYears = 6

/**
 * Masks a customer in every order of the store and deletes what is not needed for them. The customer's row is locked,
 * so of two erasures at once one finds nobody. Orders, items and money stay: the figures do not move.
 */
export async function erasePerson(call: Call<typeof eraseRoute>): Promise<Reply<typeof eraseRoute>> {
  const { deps, caller, storeId, body, now, requestId } = call
  return withStoreScope(
    deps.cells,
    [storeId],
    async (tx) => {
      const person = await personOf(tx, storeId, body.phone, { locked: true })
      if (!person) throw new AppError('rights/person-not-found')
      const { openOrders, parts } = await countParts(tx, storeId, person)
      if (openOrders > 0) throw new AppError('rights/open-orders')
      await forgetPointsOf(tx, storeId, person)
      await maskOrders(tx, storeId, person, now)
      await maskBeside(tx, storeId, person)
      await forgetConversation(tx, storeId, person.phone)
      await maskCustomer(tx, storeId, person)
      const done = parts.filter(({ part }) => personParts[part].keeps === null)
      const kept: CountedPart[] = [
        ...parts.filter(({ part }) => personParts[part].keeps !== null),
        { part: 'retries', count: 0 },
      ]
      const id = uuidv7()
      await tx
        .insertInto('erasures')
        .values({
          store_id: storeId,
          id,
          at: now,
          actor_uid: caller.uid,
          actor_name: caller.name,
          reason: body.reason,
          done: JSON.stringify(done),
          kept: JSON.stringify(kept),
        })
        .execute()
      await audit(tx, {
        actorUid: caller.uid,
        action: 'customer/data-erased',
        storeId,
        subject: person.id,
        details: { reason: body.reason },
        requestId,
        at: now,
      })
      return { at: now.toISOString(), done, kept }
    },
    { uid: caller.uid },
  )
}

const mine = (storeId: string, { id }: Person) =>
  sql`select o.id from orders o where o.store_id = ${storeId} and o.customer_id = ${id}`

/** District and city stay for the figures of deliveries; they name nobody. The version moves, so no cached text shows the name. */
async function maskOrders(tx: Transaction<Cell>, storeId: string, person: Person, now: Date): Promise<void> {
  await sql`
    update orders o set
      version = o.version + 1,
      detail = (o.detail - 'partner' - 'notUnderstood' - 'storeNote' - 'courierOnDemand')
        || jsonb_build_object('notes', null, 'customer', (o.detail -> 'customer') || jsonb_build_object(
          'name', ${erasedName}::text, 'phone', null,
          'document', case when o.created_at > ${now}::timestamptz - make_interval(years => ${taxYears})
            then o.detail #> '{customer,document}' end))
        || case when jsonb_typeof(o.detail -> 'delivery') = 'object' then jsonb_build_object('delivery',
            (o.detail -> 'delivery') || jsonb_build_object('notes', null)
            || case when jsonb_typeof(o.detail #> '{delivery,address}') = 'object' then jsonb_build_object('address',
                (o.detail #> '{delivery,address}') || jsonb_build_object('street', '•••', 'number', '•••',
                  'complement', null, 'reference', null, 'zipCode', null, 'lat', null, 'lng', null))
              else '{}' end)
          else '{}' end
        || case when jsonb_typeof(o.detail -> 'quote') = 'object' then jsonb_build_object('quote',
            (o.detail -> 'quote') || jsonb_build_object('steps', '[]'::jsonb, 'note', null)) else '{}' end
        || case when jsonb_typeof(o.detail -> 'cancellation') = 'object' and o.detail #>> '{cancellation,note}' is not null
            then jsonb_build_object('cancellation', (o.detail -> 'cancellation') - 'note') else '{}' end
    where o.store_id = ${storeId} and o.customer_id = ${person.id}`.execute(tx)
  await sql`
    update order_items i set detail = i.detail || '{"notes": null}'
    where i.store_id = ${storeId} and i.order_id in (${mine(storeId, person)}) and i.detail ->> 'notes' is not null`.execute(
    tx,
  )
}

/** What hangs on the orders: timeline, reviews, disputes, quotes, what the channels sent, tickets. */
async function maskBeside(tx: Transaction<Cell>, storeId: string, person: Person): Promise<void> {
  const orders = mine(storeId, person)
  await sql`select forget_events(${storeId}::uuid, array(${orders}))`.execute(tx)
  await sql`
    update reviews set comment = null, draft = null, pending_reply = null, reply = null
    where store_id = ${storeId} and order_id in (${orders})`.execute(tx)
  await sql`update disputes set message = null, claims = '[]', photos = '{}' where store_id = ${storeId} and order_id in (${orders})`.execute(
    tx,
  )
  await sql`
    delete from delivery_quotes q using orders o
    where q.store_id = ${storeId} and o.store_id = ${storeId} and o.customer_id = ${person.id}
      and q.id::text = o.detail #>> '{quote,id}'`.execute(tx)
  await sql`
    update inbox i set payload = '{}', original = null
    from orders o
    where i.store_id = ${storeId} and o.store_id = ${storeId} and o.customer_id = ${person.id}
      and i.source = o.platform and i.order_external_id = o.external_id`.execute(tx)
  await sql`
    update print_jobs set change_note = null
    where store_id = ${storeId} and order_id in (${orders}) and change_note is not null`.execute(tx)
}

/** The row stays for the figures of customers, without a phone that anybody could call. */
async function maskCustomer(tx: Transaction<Cell>, storeId: string, { id }: Person): Promise<void> {
  await tx
    .updateTable('customers')
    .set({ name: erasedName, phone: `apagado-${id}` })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .execute()
}

const shown = 50

export async function readErasures({
  deps,
  storeId,
}: Call<typeof readRoute>): Promise<Reply<typeof readRoute>> {
  const rows = await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .selectFrom('erasures')
      .select(['id', 'at', 'actor_name', 'reason', 'done', 'kept'])
      .where('store_id', '=', storeId)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(shown)
      .execute(),
  )
  return {
    erasures: rows.map((row) => {
      const done = understood(row.done)
      const kept = understood(row.kept)
      const incomplete = done.isOdd || kept.isOdd
      if (incomplete) reportOddRow({ kind: 'erasure', storeId, id: row.id, shown: true })
      return {
        id: row.id,
        at: row.at.toISOString(),
        actorName: row.actor_name,
        reason: row.reason,
        done: done.parts,
        kept: kept.parts,
        ...(incomplete ? { incomplete } : {}),
      }
    }),
  }
}

/** Of a column, the counts that this version knows. */
function understood(column: unknown): { readonly parts: CountedPart[]; readonly isOdd: boolean } {
  const list: readonly unknown[] = Array.isArray(column) ? column : []
  const parts = list.flatMap((one) => z.safeParse(counted, one).data ?? [])
  return { parts, isOdd: !Array.isArray(column) || parts.length < list.length }
}
