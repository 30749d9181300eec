import { sql, type Transaction } from 'kysely'
import type { VoidReason } from '../../contract/referral/referral.ts'
import type { DirectoryAndCell } from '../db/tables.ts'
import { sameHouse, type Party } from './self-referral.rules.ts'

export interface Sides {
  readonly referrer: string
  readonly referred: string
}

/** Why the referral is of oneself; null: it is not. Needs the scope of both stores. */
export async function selfReferral(
  tx: Transaction<DirectoryAndCell>,
  { referrer, referred }: Sides,
  referredUid: string,
): Promise<VoidReason | null> {
  const people = await tx
    .selectFrom('access_entries')
    .select(['store_id', 'uid'])
    .where('store_id', 'in', [referrer, referred])
    .execute()
  const uidsOf = (storeId: string) => people.filter((one) => one.store_id === storeId).map(({ uid }) => uid)
  const ours = uidsOf(referrer)
  const theirs = [...uidsOf(referred), referredUid]
  if (theirs.some((uid) => ours.includes(uid))) return 'same-person'
  return (
    sameHouse(await partyOf(tx, referrer, ours), await partyOf(tx, referred, theirs)) ??
    ((await shareDevice(tx, ours, theirs)) ? 'same-device' : null)
  )
}

async function partyOf(
  tx: Transaction<DirectoryAndCell>,
  storeId: string,
  uids: readonly string[],
): Promise<Party> {
  const store = await tx
    .selectFrom('stores')
    .select(['document', 'phone'])
    .where('id', '=', storeId)
    .executeTakeFirst()
  const people =
    uids.length === 0
      ? []
      : await tx.selectFrom('users').select('phone_number').where('uid', 'in', uids).execute()
  const phones = [store?.phone, ...people.map((one) => one.phone_number)]
  return { document: store?.document ?? null, phones: phones.flatMap((phone) => (phone ? [phone] : [])) }
}

/** Both signed in on one browser that remembered them. */
async function shareDevice(
  tx: Transaction<DirectoryAndCell>,
  ours: readonly string[],
  theirs: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select from known_devices one join known_devices other on other.device_hash = one.device_hash
    where one.uid = any (${ours}) and other.uid = any (${theirs}) limit 1`.execute(tx)
  return rows.length > 0
}
