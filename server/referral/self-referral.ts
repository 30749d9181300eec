import { sql, type Transaction } from 'kysely'
import type { VoidReason } from '../../contract/referral/referral.ts'
import { withDirectoryScope, withStoreScope } from '../db/scope.ts'
import type { Cells, Directory } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { sameHouse, type Party } from './self-referral.rules.ts'

interface Sides {
  readonly referrer: string
  readonly referred: string
}

/** Why the referral is of oneself; null: it is not. */
export async function selfReferral(
  { directory, cells }: Pick<Deps, 'directory' | 'cells'>,
  { referrer, referred }: Sides,
  referredUid: string,
): Promise<VoidReason | null> {
  const people = await withDirectoryScope(directory, [referrer, referred], async (tx) => {
    const entries = await tx
      .selectFrom('access_entries')
      .select(['store_id', 'uid'])
      .where('store_id', 'in', [referrer, referred])
      .execute()
    const uidsOf = (storeId: string) =>
      entries.filter((one) => one.store_id === storeId).map(({ uid }) => uid)
    const ours = uidsOf(referrer)
    const theirs = [...uidsOf(referred), referredUid]
    return {
      samePerson: theirs.some((uid) => ours.includes(uid)),
      sameDevice: await shareDevice(tx, ours, theirs),
      ours: await phonesOf(tx, ours),
      theirs: await phonesOf(tx, theirs),
    }
  })
  if (people.samePerson) return 'same-person'
  return (
    sameHouse(await partyOf(cells, referrer, people.ours), await partyOf(cells, referred, people.theirs)) ??
    (people.sameDevice ? 'same-device' : null)
  )
}

async function phonesOf(tx: Transaction<Directory>, uids: readonly string[]): Promise<readonly string[]> {
  if (uids.length === 0) return []
  const rows = await tx.selectFrom('users').select('phone_number').where('uid', 'in', uids).execute()
  return rows.flatMap(({ phone_number: phone }) => (phone ? [phone] : []))
}

async function partyOf(cells: Cells, storeId: string, phones: readonly string[]): Promise<Party> {
  const store = await withStoreScope(cells, [storeId], (tx) =>
    tx.selectFrom('stores').select(['document', 'phone']).where('id', '=', storeId).executeTakeFirst(),
  )
  return { document: store?.document ?? null, phones: [...(store?.phone ? [store.phone] : []), ...phones] }
}

/** Both signed in on one browser that remembered them. */
async function shareDevice(
  tx: Transaction<Directory>,
  ours: readonly string[],
  theirs: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select from known_devices one join known_devices other on other.device_hash = one.device_hash
    where one.uid = any (${ours}) and other.uid = any (${theirs}) limit 1`.execute(tx)
  return rows.length > 0
}
