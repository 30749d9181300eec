import { sql, type Selectable, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Cell } from '../../db/tables.ts'
import type { Correspondent } from './messaging-driver.ts'

export type ContactRow = Selectable<Cell['whatsapp_contacts']>

/**
 * Finds the contact with this phone or platform id, or creates one. If only one of the two was known, the other is
 * added. If they belong to two contacts, the phone's contact is returned and the two stay separate.
 */
export async function ensureContact(
  tx: Transaction<Cell>,
  storeId: string,
  { phone, userId }: Correspondent,
  name: string | null,
): Promise<ContactRow> {
  const found = await findContact(tx, storeId, { phone, userId })
  if (found) {
    const addsPhone = found.phone === null && phone !== null
    const addsId = found.user_id === null && userId !== null
    const renames = name !== null && name !== found.name
    if (!addsPhone && !addsId && !renames) return found
    const idIsFree = addsId && !(await isKnown(tx, storeId, userId))
    return tx
      .updateTable('whatsapp_contacts')
      .set({
        ...(addsPhone ? { phone } : {}),
        ...(idIsFree ? { user_id: userId } : {}),
        ...(renames ? { name } : { name: found.name }),
      })
      .where('store_id', '=', storeId)
      .where('id', '=', found.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  const made = await tx
    .insertInto('whatsapp_contacts')
    .values({ store_id: storeId, id: uuidv7(), phone, user_id: userId, name })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  // Another transaction created it at the same moment.
  const row = made ?? (await findContact(tx, storeId, { phone, userId }))
  if (!row) throw new Error('A contact could neither be created nor found.')
  return row
}

/** A match by phone wins over one by platform id. */
async function findContact(
  tx: Transaction<Cell>,
  storeId: string,
  { phone, userId }: Correspondent,
): Promise<ContactRow | undefined> {
  return tx
    .selectFrom('whatsapp_contacts')
    .selectAll()
    .where('store_id', '=', storeId)
    .where((where) =>
      where.or([
        ...(phone === null ? [] : [where('phone', '=', phone)]),
        ...(userId === null ? [] : [where('user_id', '=', userId)]),
      ]),
    )
    .orderBy(sql`phone is not distinct from ${phone}`, 'desc')
    .limit(1)
    .executeTakeFirst()
}

const isKnown = async (tx: Transaction<Cell>, storeId: string, userId: string): Promise<boolean> =>
  (await tx
    .selectFrom('whatsapp_contacts')
    .select('id')
    .where('store_id', '=', storeId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined
