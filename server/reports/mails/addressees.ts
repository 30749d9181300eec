import { sql, type Transaction } from 'kysely'
import { roleLevel } from '../../../contract/shared/access.ts'
import type { Cell } from '../../db/tables.ts'
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

/**
 * Owners and managers of these stores who want a mail. A person seen for the first time gets the default of
 * their role (owners both mails, managers none), from the running day on: `days` has it by store.
 */
export async function addresseesOf(
  tx: Transaction<Cell>,
  days: ReadonlyMap<string, string>,
): Promise<readonly Addressee[]> {
  const stores = [...days].map(([storeId, day]) => ({ storeId, day }))
  const { rows } = await sql<Addressee>`
    with asked as materialized (
      select "storeId" as store_id, day from jsonb_to_recordset(${JSON.stringify(stores)}::jsonb) as r ("storeId" uuid, day date)
    ),
    entitled as materialized (
      select a.store_id, s.day, a.uid, a.role, u.name, u.email
      from asked s join access_entries a on a.store_id = s.store_id
        join users u on u.uid = a.uid and u.disabled_at is null
      where a.role >= ${roleLevel.manager} and u.email <> ''
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
