import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { handUnanswered } from './hand-unanswered.ts'

/** Ends the store's messages that waited too long. A customer who was not answered because of it gets a person. */
export async function expireMessages(deps: Deps, storeId: string): Promise<void> {
  const now = deps.now()
  const expired = await withStoreScope(deps.cells, [storeId], (tx) =>
    tx
      .updateTable('outgoing_messages')
      .set({ state: 'expired', ended_at: now })
      .where('store_id', '=', storeId)
      .where('state', '=', 'queued')
      .where('expires_at', '<=', now)
      .returning(['contact_id as contactId', 'kind'])
      .execute(),
  )
  const unanswered = new Set(
    expired.filter(({ kind }) => kind === 'answer').map(({ contactId }) => contactId),
  )
  for (const contactId of unanswered) await handUnanswered(deps, storeId, contactId)
}
