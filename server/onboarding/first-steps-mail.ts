import type { Kysely, Transaction } from 'kysely'
import { roleLevel } from '../../contract/shared/access.ts'
import { withDirectoryScope, withStoreScope } from '../db/scope.ts'
import type { Cell, Directory } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { publicOrigin } from '../identity/identity.ts'
import { written } from '../mail/letter.ts'
import { queueMail } from '../mail/mail-queue.ts'
import { stepAdvice } from './step-advice.ts'
import { peopleFactsOf } from './facts.reads.ts'
import { openSteps, usageOf } from './usage.reads.ts'

/**
 * Two days after the start: one mail to each owner and manager who wants it, about the one step that comes next. None
 * when all is done or skipped. The reminder's own row makes it once, whatever happens to the effect.
 */
export async function sendFirstStepsMail(deps: Deps, storeId: string): Promise<void> {
  const now = deps.now()
  const facts = await peopleFactsOf(deps.directory, storeId, now)
  const entitled = await entitledPeople(deps.directory, storeId)
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const first = await tx
      .updateTable('usage_data')
      .set({ reminded_at: now })
      .where('store_id', '=', storeId)
      .where('finished_at', 'is', null)
      .where('reminded_at', 'is', null)
      .returning('store_id')
      .executeTakeFirst()
    if (!first) return
    const usage = await usageOf(tx, storeId, facts)
    const [next] = openSteps(usage)
    if (!next) return
    const { name: store } = await tx
      .selectFrom('stores')
      .select('name')
      .where('id', '=', storeId)
      .executeTakeFirstOrThrow()
    const people = await wanting(tx, storeId, entitled)
    const origin = publicOrigin(deps.env)
    const open = openSteps(usage).length
    for (const { name, email } of people)
      await queueMail(
        tx,
        written({
          recipient: email,
          subject: `${store}: ${stepAdvice[next].title}`,
          greeting: `Olá, ${name}!`,
          paragraphs: [
            `${store} está no Balcão há dois dias. O próximo passo é: ${stepAdvice[next].title}.`,
            stepAdvice[next].why,
            ...(open > 1 ? [`Depois deste, faltam ${open - 1}. Cada um diz quantos minutos leva.`] : []),
          ],
          button: {
            label: 'Abrir os primeiros passos',
            url: `${origin}/settings?tab=primeiros-passos&store=${storeId}`,
          },
          closing: `Este lembrete vem uma vez só. Mude ou desligue os e-mails em ${origin}/settings?tab=notificacoes.`,
        }),
        now,
      )
  })
}

interface Entitled {
  readonly uid: string
  readonly name: string
  readonly email: string
}

const entitledPeople = (directory: Kysely<Directory>, storeId: string): Promise<readonly Entitled[]> =>
  withDirectoryScope(directory, [storeId], (tx) =>
    tx
      .selectFrom('access_entries')
      .innerJoin('users', 'users.uid', 'access_entries.uid')
      .select(['users.uid', 'users.name', 'users.email'])
      .where('access_entries.store_id', '=', storeId)
      .where('access_entries.role', '>=', roleLevel.manager)
      .where('users.disabled_at', 'is', null)
      .where('users.email', '<>', '')
      .execute(),
  )

/** Owners and managers who did not switch this mail off. */
async function wanting(tx: Transaction<Cell>, storeId: string, entitled: readonly Entitled[]) {
  const refused = await tx
    .selectFrom('report_mail_choices')
    .select('uid')
    .where('store_id', '=', storeId)
    .where('first_steps', '=', false)
    .execute()
  return entitled.filter(({ uid }) => refused.every((one) => one.uid !== uid))
}
