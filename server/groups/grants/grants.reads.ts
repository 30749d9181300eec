import { sql, type Transaction } from 'kysely'
import type { GroupGrant, grantStates } from '../../../contract/groups/group-grants.ts'
import { roleMeets, roleOfLevel } from '../../../contract/shared/access.ts'
import type { Group } from '../../../contract/groups/groups.ts'
import type { Directory } from '../../db/tables.ts'
import type { Caller } from '../../identity/identity.ts'

type GrantState = (typeof grantStates)[number]

interface Row {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: number
  readonly givenBy: string
  readonly givenAt: Date
  readonly stores: readonly { readonly storeId: string; readonly state: GrantState }[]
}

/** Those stores of the group that the reader manages: of no other is it said who works there. */
export const managedOf = (caller: Caller, group: Group): readonly string[] =>
  group.stores.map(({ id }) => id).filter((id) => roleMeets(caller.access.get(id) ?? 'basic', 'manager'))

/** The grants that have not ended, the first given first. Needs the scope of these stores. */
export async function openGrants(
  tx: Transaction<Directory>,
  { groupId, storeIds, now }: { groupId: string; storeIds: readonly string[]; now: Date },
): Promise<GroupGrant[]> {
  const { rows } = await sql<Row>`
    select g.id, g.email, g.name, g.role, g.given_by_name as "givenBy", g.given_at as "givenAt",
      coalesce((
        select jsonb_agg(jsonb_build_object('storeId', gs.store_id, 'state', case
          when exists (
            select from access_entries e join users u on u.uid = e.uid
            where e.store_id = gs.store_id and lower(u.email) = g.email and e.role >= g.role) then 'in'
          when exists (
            select from invitations i
            where i.store_id = gs.store_id and lower(i.email) = g.email and i.accepted_at is null
              and i.cancelled_at is null and i.expires_at > ${now}) then 'invited'
          when a.agreed is null then 'asked'
          when a.agreed then 'left'
          else 'refused' end) order by gs.position, gs.store_id)
        from group_stores gs
          left join group_grant_answers a on a.store_id = gs.store_id and a.grant_id = g.id
        where gs.group_id = g.group_id and gs.store_id = any (${storeIds}::uuid[])), '[]') as stores
    from group_grants g
    where g.group_id = ${groupId} and g.ended_at is null
    order by g.given_at, g.id`.execute(tx)
  return rows.map(({ givenAt, role, stores, ...row }) => ({
    ...row,
    role: roleOfLevel(role),
    givenAt: givenAt.toISOString(),
    stores: [...stores],
  }))
}
