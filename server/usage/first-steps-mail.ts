import { sql } from 'kysely'
import { roleLevel } from '../../contract/shared/access.ts'
import { withStoreScope } from '../db/scope.ts'
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
    const { rows: people } = await sql<{ name: string; email: string; store: string }>`
      select u.name, u.email, s.name as store
      from access_entries a
        join stores s on s.id = a.store_id
        join users u on u.uid = a.uid and u.disabled_at is null
        left join report_mail_choices c on c.store_id = a.store_id and c.uid = a.uid
      where a.store_id = ${storeId} and a.role >= ${roleLevel.manager} and u.email <> ''
        and coalesce(c.first_steps, true)`.execute(tx)
    const origin = publicOrigin(deps.env)
    const open = openSteps(usage).length
    for (const { name, email, store } of people)
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
          closing: `Este lembrete vem uma vez só. Mude ou desligue os e-mails em ${origin}/settings?tab=mails.`,
        }),
        now,
      )
  })
}
