import { sql, type Transaction } from 'kysely'
import { roleLevel } from '../../contract/shared/access.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { publicOrigin } from '../identity/identity.ts'
import { written } from '../mail/letter.ts'
import { queueMail } from '../mail/mail-queue.ts'
import { stepAdvice } from './step-advice.ts'
import { openSteps, usageOf } from './usage.reads.ts'

/**
 * Two days after the start: one mail to each owner and manager who wants it, about the one step that comes next. None
 * when all is done or skipped. The reminder's own row makes it once, whatever happens to the effect.
 */
export async function sendFirstStepsMail(deps: Deps, storeId: string): Promise<void> {
  const now = deps.now()
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
    const usage = await usageOf(tx, storeId, now)
    const [next] = openSteps(usage)
    if (!next) return
    const { name: store } = await tx
      .selectFrom('stores')
      .select('name')
      .where('id', '=', storeId)
      .executeTakeFirstOrThrow()
    const people = await wanting(tx, storeId)
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

/** Owners and managers who did not switch this mail off. */
async function wanting(tx: Transaction<Cell>, storeId: string) {
  const { rows } = await sql<{ uid: string; name: string; email: string }>`
    select u.uid, u.name, u.email
    from access_entries a join users u on u.uid = a.uid and u.disabled_at is null
    where a.store_id = ${storeId} and a.role >= ${roleLevel.manager} and u.email <> ''`.execute(tx)
  const refused = await tx
    .selectFrom('report_mail_choices')
    .select('uid')
    .where('store_id', '=', storeId)
    .where('first_steps', '=', false)
    .execute()
  return rows.filter(({ uid }) => refused.every((one) => one.uid !== uid))
}
