import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type {
  answerGroupOffer as answerGroupOfferRoute,
  GroupOffer,
  readGroupOffers as readGroupOffersRoute,
} from '../../../contract/groups/group-grants.ts'
import { roleOfLevel } from '../../../contract/shared/access.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withDirectoryScope } from '../../db/scope.ts'
import type { Directory } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit, giveRole, storeNames, throttle } from '../../identity/identity.ts'

export async function readGroupOffers({
  deps,
  caller,
}: Call<typeof readGroupOffersRoute>): Promise<Reply<typeof readGroupOffersRoute>> {
  const owned = [...caller.access].filter(([, role]) => role === 'owner').map(([storeId]) => storeId)
  if (owned.length === 0) return []
  return withDirectoryScope(deps.directory, owned, (tx) => offersTo(tx, owned))
}

/** Grants of the groups of these stores that no owner of the store has answered. Needs their scope. */
async function offersTo(tx: Transaction<Directory>, storeIds: readonly string[]): Promise<GroupOffer[]> {
  const { rows } = await sql<Omit<GroupOffer, 'role'> & { role: number }>`
    select g.id as "grantId", gr.name as "groupName", gs.store_id as "storeId", g.email, g.name, g.role,
      g.given_by_name as "givenBy"
    from group_stores gs
      join groups gr on gr.id = gs.group_id
      join group_grants g on g.group_id = gs.group_id and g.ended_at is null
    where gs.store_id = any (${storeIds}::uuid[])
      and not exists (
        select from group_grant_answers a where a.store_id = gs.store_id and a.grant_id = g.id)
      and not exists (
        select from access_entries e join users u on u.uid = e.uid
        where e.store_id = gs.store_id and lower(u.email) = g.email and e.role >= g.role)
    order by g.given_at, g.id, gs.store_id`.execute(tx)
  return rows.map(({ role, ...row }) => ({ ...row, role: roleOfLevel(role) }))
}

/** The person is invited once an owner agreed, and has access once they accept. */
export async function answerGroupOffer(
  call: Call<typeof answerGroupOfferRoute>,
): Promise<Reply<typeof answerGroupOfferRoute>> {
  const { deps, caller, storeId, params, body, now, requestId } = call
  const stores = await storeNames(deps.cells, [storeId])
  return withDirectoryScope(deps.directory, [storeId], async (tx) => {
    const offer = (await offersTo(tx, [storeId])).find(({ grantId }) => grantId === params.grantId)
    if (!offer) throw new AppError('group/grant-not-found')
    const answered = await tx
      .insertInto('group_grant_answers')
      .values({
        store_id: storeId,
        grant_id: params.grantId,
        agreed: body.agree,
        answered_by: caller.uid,
        answered_at: now,
      })
      .onConflict((conflict) => conflict.constraint('group_grant_answers_pkey').doNothing())
      .returning('agreed')
      .executeTakeFirst()
    // Another owner was quicker.
    if (!answered) throw new AppError('group/grant-not-found')
    const { email, name, role } = offer
    await audit(tx, {
      actorUid: caller.uid,
      action: body.agree ? 'group/access-agreed' : 'group/access-refused',
      storeId,
      subject: email,
      details: { role },
      requestId,
      at: now,
    })
    if (!body.agree) return { state: 'refused' }
    await throttle(tx, { purpose: 'mail', account: email, address: caller.uid }, now)
    await giveRole(tx, call, { email, name, role, stores, uid: uuidv7() })
    const [entry] = await sql<{ role: number }>`
      select e.role from access_entries e join users u on u.uid = e.uid
      where e.store_id = ${storeId} and lower(u.email) = ${email}`
      .execute(tx)
      .then(({ rows }) => rows)
    return { state: entry ? 'in' : 'invited' }
  })
}
