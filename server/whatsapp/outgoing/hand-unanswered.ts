import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { handedToPerson } from '../conversation/chat/replies.rules.ts'
import { chatStateOf, lockConversation, saveState } from '../conversation/conversation-rows.ts'

/** An automatic answer did not leave, so a person has the conversation, unless the customer wants no messages. In a transaction that holds no contact. */
export async function handUnanswered(deps: Deps, storeId: string, contactId: string): Promise<void> {
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await lockConversation(tx, storeId, contactId)
    if (!row || row.place === 'person' || row.place === 'placing' || row.place === 'stopped') return
    await saveState(tx, row, handedToPerson(chatStateOf(row), 'unreachable'), deps.now())
  })
}
