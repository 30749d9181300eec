import { sql, type Selectable, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Cell } from '../../db/tables.ts'
import { joinContacts } from './join-contacts.ts'
import type { Correspondent } from './messaging-driver.ts'
import { maxAnswerAgeMs } from './silence.rules.ts'

export type ContactRow = Selectable<Cell['whatsapp_contacts']>

interface Heard {
  /** Null: it stays as it was. */
  readonly name: string | null
  readonly now: Date
  /** When the platform named these addresses together. */
  readonly at: Date
}

/**
 * The contact with these addresses, created if there is none. A phone and a platform id that are named together belong to
 * one person: what is known of the two is joined. If the phone's contact has another id of that kind, the phone may have
 * a new owner: then the id alone is sure, and nothing goes to the phone in its name. History changes no phone.
 */
export async function ensureContact(
  tx: Transaction<Cell>,
  storeId: string,
  { phone, userId }: Correspondent,
  { name, now, at }: Heard,
): Promise<ContactRow> {
  const byId = userId === null ? undefined : await findById(tx, storeId, userId)
  const byPhone = phone === null ? undefined : await findByPhone(tx, storeId, phone)
  if (!byId) {
    if (!byPhone) return createContact(tx, storeId, { phone, userId, name })
    return (await hasOtherId(tx, byPhone, userId))
      ? createContact(tx, storeId, { phone: null, userId, name })
      : update(tx, byPhone, { name, userId })
  }
  if (phone === null || byPhone?.id === byId.id) return update(tx, byId, { name, userId })
  const isNews = now.getTime() - at.getTime() <= maxAnswerAgeMs
  return byPhone
    ? joined(tx, { byId, byPhone, userId, name }, { isNews, now })
    : update(tx, byId, { name, userId, ...(byId.phone === null || isNews ? { phone } : {}) })
}

/** Two contacts, of which the platform says that they are one person. */
async function joined(
  tx: Transaction<Cell>,
  {
    byId,
    byPhone,
    userId,
    name,
  }: {
    readonly byId: ContactRow
    readonly byPhone: ContactRow
    readonly userId: string | null
    readonly name: string | null
  },
  { isNews, now }: { readonly isNews: boolean; readonly now: Date },
): Promise<ContactRow> {
  if (await hasOtherId(tx, byPhone, userId))
    return update(tx, byId, { name, userId, ...(isNews ? { phone: null } : {}) })
  if (byId.phone !== null && !isNews) return update(tx, byId, { name, userId })
  await joinContacts(tx, { kept: byPhone, given: byId }, now)
  return update(tx, byPhone, { name, userId })
}

async function createContact(
  tx: Transaction<Cell>,
  storeId: string,
  { phone, userId, name }: Correspondent & { readonly name: string | null },
): Promise<ContactRow> {
  const made = await tx
    .insertInto('whatsapp_contacts')
    .values({ store_id: storeId, id: uuidv7(), phone, user_id: userId, name })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  // Another transaction created it at the same moment.
  const row =
    made ??
    (userId === null ? undefined : await findById(tx, storeId, userId)) ??
    (phone === null ? undefined : await findByPhone(tx, storeId, phone))
  if (!row) throw new Error('A contact could neither be created nor found.')
  return row
}

/** The newest id is the one to write to; the ids before it stay addresses of the contact. */
async function update(
  tx: Transaction<Cell>,
  found: ContactRow,
  {
    name,
    userId = null,
    phone,
  }: { readonly name: string | null; readonly userId?: string | null; readonly phone?: string | null },
): Promise<ContactRow> {
  const { store_id: storeId, id } = found
  const renames = name !== null && name !== found.name
  const addsId = userId !== null && userId !== found.user_id
  const moves = phone !== undefined && phone !== found.phone
  if (!renames && !addsId && !moves) return found
  if (addsId && found.user_id !== null) await keepAddress(tx, found, found.user_id)
  return tx
    .updateTable('whatsapp_contacts')
    .set({
      ...(addsId ? { user_id: userId } : {}),
      ...(moves ? { phone } : {}),
      name: renames ? name : found.name,
    })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

const keepAddress = async (tx: Transaction<Cell>, contact: ContactRow, address: string): Promise<void> => {
  await tx
    .insertInto('whatsapp_addresses')
    .values({ store_id: contact.store_id, contact_id: contact.id, address })
    .onConflict((conflict) =>
      conflict.constraint('whatsapp_addresses_pkey').doUpdateSet({ contact_id: contact.id }),
    )
    .execute()
}

const findByPhone = (
  tx: Transaction<Cell>,
  storeId: string,
  phone: string,
): Promise<ContactRow | undefined> =>
  tx
    .selectFrom('whatsapp_contacts')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('phone', '=', phone)
    .executeTakeFirst()

const findById = (tx: Transaction<Cell>, storeId: string, userId: string): Promise<ContactRow | undefined> =>
  tx
    .selectFrom('whatsapp_contacts as c')
    .selectAll()
    .where('c.store_id', '=', storeId)
    .where((where) =>
      where.or([
        where('c.user_id', '=', userId),
        sql<boolean>`c.id in (select a.contact_id from whatsapp_addresses a
          where a.store_id = ${storeId} and a.address = ${userId})`,
      ]),
    )
    .orderBy(sql`c.user_id is not distinct from ${userId}`, 'desc')
    .limit(1)
    .executeTakeFirst()

/** `…@lid` of a linked phone, or `BR.…` of the Cloud API: one person has one of each. */
const kindOf = (userId: string): string => (userId.endsWith('@lid') ? 'lid' : 'user')

async function hasOtherId(
  tx: Transaction<Cell>,
  contact: ContactRow,
  userId: string | null,
): Promise<boolean> {
  if (userId === null) return false
  const kept = await tx
    .selectFrom('whatsapp_addresses')
    .select('address')
    .where('store_id', '=', contact.store_id)
    .where('contact_id', '=', contact.id)
    .execute()
  const ids = [...(contact.user_id === null ? [] : [contact.user_id]), ...kept.map(({ address }) => address)]
  return ids.some((id) => id !== userId && kindOf(id) === kindOf(userId)) && !ids.includes(userId)
}
