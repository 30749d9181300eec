import type { Transaction } from 'kysely'
import type * as contract from '../../../contract/whatsapp/conversations.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withDirectoryScope, withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { handedToPerson } from './chat/replies.rules.ts'
import { chatStateOf, saveState } from './conversation-rows.ts'
import { conversationById, threadOf } from './inbox.reads.ts'

/** Who else of the store can have it, who has least to do first. */
export async function readColleagues(
  call: Call<typeof contract.readColleagues>,
): Promise<Reply<typeof contract.readColleagues>> {
  const { deps, storeId, caller, params } = call
  const team = await teamOf(deps, storeId)
  return withStoreScope(
    deps.cells,
    [storeId],
    async (tx) => {
      await conversationById(tx, storeId, params.conversationId)
      const people = await colleaguesOf(tx, storeId, team)
      return { colleagues: people.filter(({ uid }) => uid !== caller.uid) }
    },
    { uid: caller.uid },
  )
}

/** Nobody takes a conversation from another: only its holder passes it on, or anybody while it has none. */
export async function passConversation(
  call: Call<typeof contract.passConversation>,
): Promise<Reply<typeof contract.passConversation>> {
  const { deps, storeId, caller, params, body, now, requestId } = call
  const team = await teamOf(deps, storeId)
  return withStoreScope(
    deps.cells,
    [storeId],
    async (tx) => {
      const row = await conversationById(tx, storeId, params.conversationId)
      if (row.place === 'person' && row.person_uid !== null && row.person_uid !== caller.uid) {
        const message = `${row.person_name ?? 'Outra pessoa'} já está nesta conversa.`
        throw new AppError('whatsapp/conversation-taken', { message })
      }
      const to = (await colleaguesOf(tx, storeId, team)).find(({ uid }) => uid === body.uid)
      if (!to) throw new AppError('whatsapp/colleague-not-found')
      if (row.place !== 'person') await saveState(tx, row, handedToPerson(chatStateOf(row), 'taken'), now)
      await tx
        .updateTable('whatsapp_conversations')
        .set({ person_uid: to.uid, person_name: to.name })
        .where('store_id', '=', storeId)
        .where('id', '=', row.id)
        .execute()
      await audit(tx, {
        actorUid: caller.uid,
        action: 'whatsapp/conversation-passed',
        storeId,
        subject: row.id,
        details: { to: to.uid },
        requestId,
        at: now,
      })
      publishStoreEvent(tx, storeId, 'whatsapp', now)
      return threadOf(tx, await conversationById(tx, storeId, row.id), caller.uid, now)
    },
    { uid: caller.uid },
  )
}

type TeamMate = Pick<contract.Colleague, 'uid' | 'name'>

const teamOf = ({ directory }: Deps, storeId: string): Promise<readonly TeamMate[]> =>
  withDirectoryScope(directory, [storeId], (tx) =>
    tx
      .selectFrom('access_entries')
      .innerJoin('users', 'users.uid', 'access_entries.uid')
      .select(['users.uid', 'users.name'])
      .where('access_entries.store_id', '=', storeId)
      .orderBy('users.name')
      .execute(),
  )

async function colleaguesOf(
  tx: Transaction<Cell>,
  storeId: string,
  team: readonly TeamMate[],
): Promise<readonly contract.Colleague[]> {
  const held = await tx
    .selectFrom('whatsapp_conversations')
    .select(({ fn }) => ['person_uid', fn.countAll<string>().as('conversations')])
    .where('store_id', '=', storeId)
    .where('place', '=', 'person')
    .groupBy('person_uid')
    .execute()
  const load = new Map(held.map((row) => [row.person_uid, Number(row.conversations)]))
  return team
    .map(({ uid, name }) => ({ uid, name, conversations: load.get(uid) ?? 0 }))
    .toSorted((one, other) => one.conversations - other.conversations)
}
