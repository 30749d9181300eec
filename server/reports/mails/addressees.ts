import { sql, type Kysely, type Transaction } from 'kysely'
import { roleLevel } from '../../../contract/shared/access.ts'
import { withDirectoryScope } from '../../db/scope.ts'
import type { Cell, Directory } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { publicOrigin } from '../../identity/identity.ts'

export interface Addressee {
  readonly storeId: string
  readonly uid: string
  readonly name: string
  readonly email: string
  readonly daily: boolean
  readonly weekly: boolean
  /** The first business day this person gets a mail about. */
  readonly since: string
}

/** An owner or manager of a store who can get mails. */
export interface Entitled {
  readonly storeId: string
  readonly uid: string
  readonly role: number
  readonly name: string
  readonly email: string
}

export const entitledOf = (
  directory: Kysely<Directory>,
  storeIds: readonly string[],
): Promise<readonly Entitled[]> =>
  withDirectoryScope(directory, storeIds, (tx) =>
    tx
      .selectFrom('access_entries')
      .innerJoin('users', 'users.uid', 'access_entries.uid')
      .select(['store_id as storeId', 'users.uid', 'role', 'users.name', 'users.email'])
      .where('store_id', 'in', storeIds)
      .where('role', '>=', roleLevel.manager)
      .where('users.disabled_at', 'is', null)
      .where('users.email', '<>', '')
      .execute(),
  )

/**
 * Those of them who want a mail. A person seen for the first time gets the default of their role (owners both mails,
 * managers none), from the running day on: `days` has it by store.
 */
export async function addresseesOf(
  tx: Transaction<Cell>,
  days: ReadonlyMap<string, string>,
  entitled: readonly Entitled[],
): Promise<readonly Addressee[]> {
  const people = entitled.flatMap((person) => {
    const day = days.get(person.storeId)
    return day === undefined ? [] : [{ ...person, day }]
  })
  const { rows } = await sql<Addressee>`
    with entitled as materialized (
      select "storeId" as store_id, day, uid, role, name, email
      from jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
        as r ("storeId" uuid, day date, uid text, role integer, name text, email text)
    ),
    fresh as (
      insert into report_mail_choices (store_id, uid, daily, weekly, since)
        select store_id, uid, role >= ${roleLevel.owner}, role >= ${roleLevel.owner}, day
        from entitled order by 1, 2
      on conflict on constraint report_mail_choices_pkey do nothing
      returning store_id, uid, daily, weekly, since
    )
    select e.store_id as "storeId", e.uid, e.name, e.email, c.daily, c.weekly, c.since
    from entitled e
      cross join lateral (
        select daily, weekly, since from report_mail_choices where store_id = e.store_id and uid = e.uid
        union all select daily, weekly, since from fresh where store_id = e.store_id and uid = e.uid) c
    where c.daily or c.weekly`.execute(tx)
  return rows
}

export const settingsText = (deps: Deps): string =>
  `Você recebe este resumo porque cuida desta loja no Balcão. Mude ou desligue em ${publicOrigin(deps.env)}/settings?tab=notificacoes.`
