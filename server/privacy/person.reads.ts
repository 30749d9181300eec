import { sql, type Transaction } from 'kysely'
import type { CountedPart } from '../../contract/privacy/person.ts'
import { personPartNames, type PersonPart } from '../../contract/privacy/person-parts.ts'
import type { Cell } from '../db/tables.ts'
import { conversationOf, digitsOf } from './conversation.ts'

export interface Person {
  readonly id: string
  readonly name: string
  readonly phone: string
  /** Null: they only wrote to the store's WhatsApp. */
  readonly first_order_at: Date | null
  readonly last_order_at: Date | null
}

/** Of who ordered, the customer; of who only wrote, the contact. Null: the store knows nobody with this phone. */
export async function personOf(
  tx: Transaction<Cell>,
  storeId: string,
  phone: string,
  { locked = false }: { readonly locked?: boolean } = {},
): Promise<Person | null> {
  const query = tx
    .selectFrom('customers')
    .select(['id', 'name', 'phone', 'first_order_at', 'last_order_at'])
    .where('store_id', '=', storeId)
    .where('phone', '=', phone)
  const row = await (locked ? query.forUpdate() : query).executeTakeFirst()
  return row ?? ensureContact(tx, storeId, phone, locked)
}

/** Who wrote to the store's line, or was written to, without an order. */
async function ensureContact(
  tx: Transaction<Cell>,
  storeId: string,
  phone: string,
  locked: boolean,
): Promise<Person | null> {
  const query = tx
    .selectFrom('whatsapp_contacts')
    .select(['id', 'name'])
    .where('store_id', '=', storeId)
    .where('phone', '=', digitsOf(phone))
  const found = await (locked ? query.forUpdate() : query).executeTakeFirst()
  return found
    ? { id: found.id, name: found.name ?? 'Sem nome', phone, first_order_at: null, last_order_at: null }
    : null
}

/** The orders of a customer, which carry everything else. */
const ordersOfPerson = (storeId: string, customerId: string) => sql`
  select o.id, o.external_id, o.detail, o.open, o.created_at from orders o
  where o.store_id = ${storeId} and o.customer_id = ${customerId}`

/** How much of each part the store keeps; parts that are empty are left out. */
export async function countParts(
  tx: Transaction<Cell>,
  storeId: string,
  { id, phone }: Pick<Person, 'id' | 'phone'>,
): Promise<{ readonly openOrders: number; readonly parts: readonly CountedPart[] }> {
  const { rows } = await sql<Partial<Record<PersonPart, string>> & { open: string }>`
    with mine as materialized (${ordersOfPerson(storeId, id)})
    select
      (select count(*) from mine where open) as open,
      1 as customer,
      (select count(*) from mine) as orders,
      (select count(*) from mine where detail #>> '{delivery,address,street}' not in ('', '•••')) as addresses,
      (select count(*) from mine where coalesce(detail ->> 'notes', detail ->> 'storeNote', detail #>> '{delivery,notes}') is not null)
        + (select count(*) from order_items i join mine on mine.id = i.order_id
            where i.store_id = ${storeId} and i.detail ->> 'notes' is not null) as notes,
      (select count(*) from order_events e join mine on mine.id = e.order_id
        where e.store_id = ${storeId} and e.type in ('MESSAGE', 'NOTE')) as messages,
      (select count(*) from reviews r join mine on mine.id = r.order_id
        where r.store_id = ${storeId} and coalesce(r.comment, '') <> '') as reviews,
      (select count(*) from disputes d join mine on mine.id = d.order_id
        where d.store_id = ${storeId} and (coalesce(d.message, '') <> '' or d.photos <> '{}')) as disputes,
      (select count(*) from mine where detail ? 'quote') as quotes,
      (select count(*) from mine where detail ? 'partner') as documents,
      (select count(*) from print_jobs p join mine on mine.id = p.order_id
        where p.store_id = ${storeId} and p.change_note is not null) as prints,
      (select count(*) from mine where detail #>> '{customer,document}' is not null) as "taxDocuments",
      (select count(*) from audit_entries a where a.store_id = ${storeId} and a.subject = ${id}) as audit`.execute(
    tx,
  )
  const [found] = rows
  const conversations = (await conversationOf(tx, storeId, phone)).length
  const counts = { ...found, conversations: String(conversations) } as Partial<Record<PersonPart, string>>
  return {
    openOrders: Number(found?.open ?? 0),
    parts: personPartNames
      .map((part) => ({ part, count: Number(counts[part] ?? 0) }))
      .filter(({ count }) => count > 0),
  }
}
