import { sql, type Selectable, type Transaction } from 'kysely'
import { doubledMs } from '../../contract/shared/back-off.ts'
import { localParts } from '../../contract/shared/day.ts'
import type { LineStateName } from '../../contract/whatsapp/line-states.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { decideSend, mostInSecond, personEveryMs, type Decision } from './decide-send.rules.ts'
import { doubtEnds, workingSince } from './doubt.ts'
import { driverOf, isDriver } from './drivers.ts'
import { accessOf, readLine, tellLineApart, type LineRow } from './lines.ts'
import { DriverRefusal, type Correspondent, type MessageContent } from './messaging-driver.ts'
import { outgoingContent } from './outgoing-content.ts'
import { settleDoubt, type Doubted } from './settle-doubt.ts'
import { spentMicros } from './spent.reads.ts'
import { wakeSender } from './wake-senders.ts'

type MessageRow = Selectable<Cell['outgoing_messages']>

const maxWaitMs = 300_000

interface Claimed {
  readonly message: MessageRow
  readonly line: LineRow
  readonly to: Correspondent
  readonly content: MessageContent
}

/**
 * Hands over the next waiting message of one person. The claim is committed before the provider is asked, and the
 * answer after it: a process that dies between the two leaves a message that is known to be in doubt.
 */
export async function sendNext(deps: Deps, storeId: string, contactId: string): Promise<void> {
  workingSince(deps)
  const claimed = await withStoreScope(deps.cells, [storeId], (tx) => claimNext(deps, tx, storeId, contactId))
  if (!claimed) return
  if (!('content' in claimed)) return settleDoubt(deps, claimed)
  const { message, line, to, content } = claimed
  const access = accessOf(line, deps.env)
  if (!access || !isDriver(line.driver)) throw new Error('A line that carries has no access.')
  try {
    const { providerId } = await driverOf(line.driver, deps.env).send(access, {
      to,
      content,
      key: message.id,
    })
    await noteSent(deps, claimed, providerId)
  } catch (error) {
    if (!(error instanceof DriverRefusal)) throw error
    await noteRefused(deps, claimed, error)
  }
}

async function claimNext(
  deps: Deps,
  tx: Transaction<Cell>,
  storeId: string,
  contactId: string,
): Promise<Claimed | Doubted | null> {
  const now = deps.now()
  const contact = await tx
    .selectFrom('whatsapp_contacts')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('id', '=', contactId)
    .forUpdate()
    .executeTakeFirst()
  if (!contact) return null
  const to = { phone: contact.phone, userId: contact.user_id }
  for (;;) {
    const message = await firstWaiting(tx, contact, now)
    if (!message) return null
    if (message.state === 'sending') {
      const sureAt = doubtEnds(message.claimed_at ?? now, workingSince(deps))
      if (sureAt > now) {
        await wakeSender(tx, storeId, contactId, sureAt)
        return null
      }
      return { message, line: await readLine(tx, storeId), to }
    }
    const content = outgoingContent(message)
    if (!content) {
      await setState(tx, message, { state: 'failed', cause: 'not-understood', ended_at: now })
      continue
    }
    const line = await readLine(tx, storeId)
    const decision = await decide(tx, { message, content, contact, line, now })
    if (decision.do === 'hold') return null
    if (decision.do === 'wait') {
      await wakeSender(tx, storeId, contactId, decision.until)
      return null
    }
    if (decision.do === 'end') {
      await setState(tx, message, {
        state: decision.state,
        cause: 'cause' in decision ? decision.cause : null,
        ended_at: now,
      })
      continue
    }
    if (!line) return null
    const second = await takePlaceInSecond(tx, storeId, now)
    if (second > mostInSecond) {
      await wakeSender(tx, storeId, contactId, new Date(now.getTime() + 1_000))
      return null
    }
    await claim(tx, message, decision, now)
    return { message, line, to, content: decision.content }
  }
}

async function claim(
  tx: Transaction<Cell>,
  message: MessageRow,
  { content, micros }: Extract<Decision, { do: 'send' }>,
  now: Date,
): Promise<void> {
  const { store_id: storeId, contact_id: contactId } = message
  await setState(tx, message, {
    state: 'sending',
    claimed_at: now,
    attempts: message.attempts + 1,
    cost_micros: micros,
    body: content.type === 'template' ? content.body : message.body,
  })
  await tx
    .updateTable('whatsapp_contacts')
    .set({ last_out_at: now })
    .where('store_id', '=', storeId)
    .where('id', '=', contactId)
    .execute()
  // Also for what becomes due while this one is on its way, and for this one when the process dies.
  await wakeSender(tx, storeId, contactId, new Date(now.getTime() + personEveryMs))
}

/** In the order they were queued; one in doubt comes first, so that nothing overtakes it. Held back, only a person's words. */
const firstWaiting = (
  tx: Transaction<Cell>,
  contact: Selectable<Cell['whatsapp_contacts']>,
  now: Date,
): Promise<MessageRow | undefined> =>
  tx
    .selectFrom('outgoing_messages')
    .selectAll()
    .where('store_id', '=', contact.store_id)
    .where('contact_id', '=', contact.id)
    .where('state', 'in', ['queued', 'sending'])
    .where('due_at', '<=', now)
    .$if(contact.held_until !== null && contact.held_until > now, (query) =>
      query.where((where) => where.or([where('state', '=', 'sending'), where('kind', '=', 'person')])),
    )
    .orderBy(sql`state = 'sending'`, 'desc')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

async function decide(
  tx: Transaction<Cell>,
  its: {
    readonly message: MessageRow
    readonly content: MessageContent
    readonly contact: Selectable<Cell['whatsapp_contacts']>
    readonly line: LineRow | undefined
    readonly now: Date
  },
): Promise<Decision> {
  const { message, content, contact, line, now } = its
  const storeId = message.store_id
  const settings = await tx
    .selectFrom('stores')
    .leftJoin('whatsapp_settings', 'whatsapp_settings.store_id', 'stores.id')
    .select(['stores.timezone', 'whatsapp_settings.cap_cents'])
    .where('stores.id', '=', storeId)
    .executeTakeFirstOrThrow()
  const approved = await tx
    .selectFrom('whatsapp_templates')
    .select('name')
    .where('store_id', '=', storeId)
    .where('state', '=', 'approved')
    .execute()
  const { day } = localParts(now, settings.timezone)
  return decideSend({
    now,
    kind: message.kind,
    day,
    content,
    expiresAt: message.expires_at,
    line: line && isDriver(line.driver) ? { state: line.state as LineStateName, driver: line.driver } : null,
    contact: {
      phone: contact.phone,
      lastInAt: contact.last_in_at,
      lastOutAt: contact.last_out_at,
      optedOutAt: contact.opted_out_at,
    },
    approved: approved.map(({ name }) => name),
    spentMicros: settings.cap_cents === null ? 0 : await spentMicros(tx, storeId, settings.timezone, now),
    capCents: settings.cap_cents,
  })
}

/** Counts under the line's row: several workers share the second. */
async function takePlaceInSecond(tx: Transaction<Cell>, storeId: string, now: Date): Promise<number> {
  const second = new Date(Math.floor(now.getTime() / 1_000) * 1_000)
  const { rows } = await sql<{ burst: number }>`
    update whatsapp_lines set
      burst = case when burst_second = ${second} then burst + 1 else 1 end, burst_second = ${second}
    where store_id = ${storeId} returning burst`.execute(tx)
  return rows[0]?.burst ?? 1
}

async function noteSent(deps: Deps, { message, line }: Claimed, providerId: string): Promise<void> {
  const now = deps.now()
  await withStoreScope(deps.cells, [message.store_id], async (tx) => {
    // A webhook may have been quicker, and then knows better.
    await tx
      .updateTable('outgoing_messages')
      .set({
        state: sql<string>`case when state = 'sending' then 'sent' else state end`,
        provider_id: sql<string>`coalesce(provider_id, ${providerId})`,
        sent_at: sql<Date>`coalesce(sent_at, ${now}::timestamptz)`,
        claimed_at: null,
      })
      .where('store_id', '=', message.store_id)
      .where('id', '=', message.id)
      .execute()
    await tx
      .updateTable('whatsapp_lines')
      .set({ last_out_at: now })
      .where('store_id', '=', message.store_id)
      .where('id', '=', line.id)
      .execute()
  })
}

async function noteRefused(deps: Deps, { message, line }: Claimed, error: DriverRefusal): Promise<void> {
  const { reason, retryAfterMs } = error
  const { store_id: storeId, contact_id: contactId } = message
  const now = deps.now()
  deps.log.warn({ storeId, reason, attempts: message.attempts + 1 }, 'a WhatsApp message was not taken')
  // It may have been taken: it stays in doubt until a webhook tells, or the doubt is over.
  if (reason === 'unreachable') return tellLineApart(deps, storeId, line.id, [{ type: 'unreachable' }])
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const again = waits(reason)
    const moved = await tx
      .updateTable('outgoing_messages')
      .set({
        claimed_at: null,
        cost_micros: 0,
        ...(again ? { state: 'queued' } : { state: 'failed', cause: reason, ended_at: now }),
      })
      .where('store_id', '=', storeId)
      .where('id', '=', message.id)
      .where('state', '=', 'sending')
      .returning('id')
      .executeTakeFirst()
    const waitMs = retryAfterMs ?? doubledMs(5_000, message.attempts, maxWaitMs)
    // Its place in the queue stays: nothing to this person overtakes it.
    if (moved && again) await wakeSender(tx, storeId, contactId, new Date(now.getTime() + waitMs))
  })
  if (reason === 'unauthorized') await tellLineApart(deps, storeId, line.id, [{ type: 'unauthorized' }])
  if (reason === 'banned')
    await tellLineApart(deps, storeId, line.id, [{ type: 'provider', state: 'banned' }])
  if (reason === 'not-open')
    await tellLineApart(deps, storeId, line.id, [{ type: 'provider', state: 'connecting' }])
  if (reason === 'not-reached') await tellLineApart(deps, storeId, line.id, [{ type: 'unreachable' }])
}

/** Trouble of the line, not of the message: it is sent when that is over, or expires. */
const waits = (reason: DriverRefusal['reason']): boolean =>
  ['not-reached', 'throttled', 'pair-rate', 'unauthorized', 'banned', 'not-open'].includes(reason)

async function setState(
  tx: Transaction<Cell>,
  message: MessageRow,
  columns: {
    readonly state: string
    readonly cause?: string | null
    readonly claimed_at?: Date | null
    readonly ended_at?: Date
    readonly attempts?: number
    readonly cost_micros?: number
    readonly body?: string
  },
): Promise<void> {
  await tx
    .updateTable('outgoing_messages')
    .set(columns)
    .where('store_id', '=', message.store_id)
    .where('id', '=', message.id)
    .execute()
}
