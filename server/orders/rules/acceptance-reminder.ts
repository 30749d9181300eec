import { sql, type Transaction } from 'kysely'
import { roleLevel, type RoleName } from '../../../contract/shared/access.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { publicOrigin } from '../../identity/identity.ts'
import { queueMail } from '../../mail/mail-queue.ts'
import { queuePush } from '../../notifications/notifications.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { lockOrder, recordEvent } from '../states/change-order.ts'
import { overdueMail } from './order-mails.ts'

/** Escalation by minutes without acceptance: who gets a mail, in addition to every open board. */
const escalation: readonly { readonly minutes: number; readonly mailTo: RoleName | null }[] = [
  { minutes: 1, mailTo: null },
  { minutes: 3, mailTo: 'manager' },
  { minutes: 5, mailTo: 'owner' },
]

/** At most one mail of each kind per store within this time, so that a rush does not flood the mailbox. */
const quietMinutes = 10

/**
 * Runs after one, three and five minutes without acceptance: adds an event to the timeline, alerts every
 * board and sends notifications, then mails the managers and finally the owners. Each step runs once,
 * even with two workers.
 */
export async function remindOfAcceptance(
  deps: Deps,
  storeId: string,
  orderId: string,
  step: number,
): Promise<void> {
  const now = deps.now()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await lockOrder(tx, storeId, orderId)
    const level = escalation[step]
    if (row?.status !== 'placed' || !level) return
    const told = await recordEvent(tx, storeId, orderId, {
      source: 'balcao',
      sourceEventId: `acceptance-overdue:${orderId}:${step}`,
      type: 'ACCEPTANCE_OVERDUE',
      at: now,
      data: { note: `${level.minutes}\u00a0min sem aceite` },
    })
    if (!told) return
    if (level.mailTo)
      await mailTo(tx, deps, level.mailTo, { storeId, orderId, ...level, displayId: row.display_id })
    await queuePush(
      tx,
      storeId,
      {
        event: step === 0 ? 'not-accepted' : 'escalation',
        orderId,
        displayId: row.display_id,
        minutes: level.minutes,
      },
      now,
    )
    const next = escalation[step + 1]
    if (!next) return
    // Counted from this step, because a scheduled order starts waiting later than it was placed.
    const dueAt = new Date(now.getTime() + (next.minutes - level.minutes) * 60_000)
    await enqueue(tx, 'acceptance-reminder', { step: step + 1 }, { storeId, lane: orderId, dueAt })
  })
}

async function mailTo(
  tx: Transaction<Cell>,
  deps: Deps,
  role: RoleName,
  about: { storeId: string; orderId: string; displayId: string; minutes: number },
): Promise<void> {
  const { rows } = await sql<{ name: string; email: string; store: string }>`
    select u.name, u.email, s.name as store
    from stores s
      join access_entries a on a.store_id = s.id
      join users u on u.uid = a.uid and u.disabled_at is null
    where s.id = ${about.storeId} and a.role = coalesce(
      -- A store without managers alerts its owners immediately.
      (select min(b.role) from access_entries b where b.store_id = s.id and b.role >= ${roleLevel[role]}), 0)`.execute(
    tx,
  )
  for (const person of rows) {
    const mail = overdueMail(person, {
      store: person.store,
      displayId: about.displayId,
      minutes: about.minutes,
      url: `${publicOrigin(deps.env)}/menu/orders?pedido=${about.orderId}&loja=${about.storeId}`,
    })
    const recent = await tx
      .selectFrom('mail_messages')
      .select('id')
      .where('recipient', '=', mail.recipient)
      .where('subject', '=', mail.subject)
      .where('created_at', '>', new Date(deps.now().getTime() - quietMinutes * 60_000))
      .executeTakeFirst()
    if (!recent) await queueMail(tx, mail, deps.now())
  }
}
