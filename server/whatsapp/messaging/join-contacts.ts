import { sql, type Selectable, type Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { scheduleSend } from './schedule-sends.ts'

type Contact = Selectable<Cell['whatsapp_contacts']>

/**
 * Gives all that one contact has to another: messages of both directions, what waits, the conversation and the addresses.
 * Of two conversations the one further on stays: an order that is being placed, then one with a person, then one with an
 * order begun, then the newer one.
 */
export async function joinContacts(
  tx: Transaction<Cell>,
  { kept, given }: { readonly kept: Contact; readonly given: Contact },
  now: Date,
): Promise<void> {
  const { store_id: storeId } = kept
  await sql`
    select from whatsapp_contacts where store_id = ${storeId} and id in (${kept.id}, ${given.id})
    order by id for update`.execute(tx)
  await dropLesserConversation(tx, storeId, [kept.id, given.id])
  for (const table of [
    'incoming_messages',
    'outgoing_messages',
    'whatsapp_waiting',
    'whatsapp_conversations',
    'whatsapp_addresses',
  ] as const)
    await sql`
      update ${sql.table(table)} set contact_id = ${kept.id}
      where store_id = ${storeId} and contact_id = ${given.id}`.execute(tx)
  if (given.user_id !== null)
    await tx
      .insertInto('whatsapp_addresses')
      .values({ store_id: storeId, address: given.user_id, contact_id: kept.id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await tx
    .deleteFrom('whatsapp_contacts')
    .where('store_id', '=', storeId)
    .where('id', '=', given.id)
    .execute()
  await tx
    .updateTable('whatsapp_contacts')
    .set({
      name: sql<string>`coalesce(${given.name}, name)`,
      last_in_at: sql<Date>`greatest(last_in_at, ${given.last_in_at}::timestamptz)`,
      last_out_at: sql<Date>`greatest(last_out_at, ${given.last_out_at}::timestamptz)`,
      opted_out_at: sql<Date>`greatest(opted_out_at, ${given.opted_out_at}::timestamptz)`,
      silent_until: sql<Date>`greatest(silent_until, ${given.silent_until}::timestamptz)`,
      held_until: sql<Date>`greatest(held_until, ${given.held_until}::timestamptz)`,
      held_name: sql<string>`coalesce(held_name, ${given.held_name})`,
    })
    .where('store_id', '=', storeId)
    .where('id', '=', kept.id)
    .execute()
  await resume(tx, storeId, kept.id, now)
}

async function dropLesserConversation(
  tx: Transaction<Cell>,
  storeId: string,
  contactIds: readonly [string, string],
): Promise<void> {
  const { rows } = await sql<{ contactId: string; begun: boolean }>`
    select contact_id as "contactId", coalesce(state #> '{draft,items}' @? 'strict $[*]', false) as begun from whatsapp_conversations
    where store_id = ${storeId} and contact_id = any (${contactIds}::uuid[])
    order by place = 'placing' desc, place = 'person' desc, place = 'stopped' desc,
      coalesce(state #> '{draft,items}' @? 'strict $[*]', false) desc, updated_at desc
    for update`.execute(tx)
  const [better, lesser] = rows
  if (!better || !lesser) return
  if (!better.begun && lesser.begun) await giveDraft(tx, storeId, better.contactId, lesser.contactId)
  await tx
    .deleteFrom('whatsapp_conversations')
    .where('store_id', '=', storeId)
    .where('contact_id', '=', lesser.contactId)
    .execute()
}

/** The number stays: it names the orders of the conversation that gets the draft. */
const giveDraft = (tx: Transaction<Cell>, storeId: string, to: string, from: string) =>
  sql`
    update whatsapp_conversations c
    set state = jsonb_set(c.state, '{draft}', jsonb_set(f.state -> 'draft', '{number}', c.state #> '{draft,number}'))
    from whatsapp_conversations f
    where c.store_id = ${storeId} and c.contact_id = ${to} and f.store_id = ${storeId} and f.contact_id = ${from}`.execute(
    tx,
  )

/** The tasks that were planned for the other contact find nothing any more. */
async function resume(tx: Transaction<Cell>, storeId: string, contactId: string, now: Date): Promise<void> {
  await scheduleSend(tx, storeId, contactId, now)
  const turn = await tx
    .updateTable('whatsapp_conversations')
    .set({ turn_due_at: now })
    .where('store_id', '=', storeId)
    .where('contact_id', '=', contactId)
    .where(
      sql<boolean>`exists (select from whatsapp_waiting w
        where w.store_id = ${storeId} and w.contact_id = ${contactId})`,
    )
    .returning('id')
    .executeTakeFirst()
  if (turn) await enqueue(tx, 'whatsapp-turn', {}, { storeId, lane: turn.id, dueAt: now })
}
