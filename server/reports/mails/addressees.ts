import { sql, type Transaction } from 'kysely'
import { roleLevel } from '../../../contract/shared/access.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { publicOrigin } from '../../identity/identity.ts'

export interface Addressee {
  readonly uid: string
  readonly name: string
  readonly email: string
  readonly daily: boolean
  readonly weekly: boolean
  /** The first business day this person gets a mail about. */
  readonly since: string
}

/**
 * Owners and managers of the store who want a mail. A person seen for the first time gets the default of
 * their role (owners both mails, managers none), from the running day on.
 */
export async function addresseesOf(
  tx: Transaction<Cell>,
  storeId: string,
  runningDay: string,
): Promise<readonly Addressee[]> {
  const { rows } = await sql<Addressee>`
    with entitled as (
      select a.uid, a.role, u.name, u.email
      from access_entries a join users u on u.uid = a.uid and u.disabled_at is null
      where a.store_id = ${storeId} and a.role >= ${roleLevel.manager} and u.email <> ''
    ),
    fresh as (
      insert into report_mail_choices (store_id, uid, daily, weekly, since)
        select ${storeId}, uid, role >= ${roleLevel.owner}, role >= ${roleLevel.owner}, ${runningDay}::date
        from entitled
      on conflict on constraint report_mail_choices_pkey do nothing
      returning uid, daily, weekly, since
    )
    select e.uid, e.name, e.email, c.daily, c.weekly, c.since
    from entitled e
      join (
        select uid, daily, weekly, since from report_mail_choices where store_id = ${storeId}
        union all select uid, daily, weekly, since from fresh) c on c.uid = e.uid
    where c.daily or c.weekly`.execute(tx)
  return rows
}

export const settingsText = (deps: Deps): string =>
  `Você recebe este resumo porque cuida desta loja no Balcão. Mude ou desligue em ${publicOrigin(deps.env)}/settings?tab=notificacoes.`
