import { withDirectoryScope, withStoreScope } from '../db/scope.ts'
import type { Deps } from '../deps.ts'
import { statusOfNotice } from './notice-status.reads.ts'
import type { QueueNotice } from './phone-notice.ts'
import { isStale, pushMessageOf, type PushNews } from './push.rules.ts'
import { sendNoticeMail } from './send-notice-mail.ts'

/** Later somebody has seen it otherwise, and it would cost money to say what is no longer so. */
const livesMs = 10 * 60_000

/**
 * Queues the notice to these people's confirmed phones, unless the order was handled since. Whom the line cannot reach now
 * gets a mail instead. Who lost access to the store is not told.
 */
export async function sendNoticeWhatsapp(
  deps: Deps,
  storeId: string,
  { about, uids }: { readonly about: PushNews; readonly uids: readonly string[] },
  queueNotice: QueueNotice,
): Promise<void> {
  const now = deps.now()
  const people = await withDirectoryScope(deps.directory, [storeId], (tx) =>
    tx
      .selectFrom('access_entries')
      .innerJoin('users', 'users.uid', 'access_entries.uid')
      .select(['users.uid', 'users.phone_number', 'users.phone_verified_at'])
      .where('access_entries.store_id', '=', storeId)
      .where('users.uid', 'in', [...uids])
      .where('users.disabled_at', 'is', null)
      .execute(),
  )
  const missed = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const store = await tx.selectFrom('stores').select('name').where('id', '=', storeId).executeTakeFirst()
    if (!store || isStale(about.event, await statusOfNotice(tx, storeId, about, now))) return []
    const { title, body } = pushMessageOf({ ...about, store: store.name }, storeId)
    // The store is named by the text around it.
    const words = `${title}. ${sentence(body.replace(`${store.name}: `, ''))}`
    const unreached: string[] = []
    for (const { uid, phone_number: phone, phone_verified_at: verified } of people) {
      const notice = { store: store.name, words, event: about.event, key: about.orderId, livesMs }
      const queued = phone !== null && verified && (await queueNotice(tx, { storeId, phone }, notice, now))
      if (!queued) unreached.push(uid)
    }
    return unreached
  })
  if (missed.length > 0) await sendNoticeMail(deps, storeId, { about, uids: missed })
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
