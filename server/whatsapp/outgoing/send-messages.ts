import { sql, type Selectable, type Transaction } from 'kysely'
import { doubledMs } from '../../../contract/shared/back-off.ts'
import { localParts } from '../../../contract/shared/day.ts'
import type { LineStateName } from '../../../contract/whatsapp/line-states.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { decideSend, maxPerSecond, minGapMs, type Decision } from './decide-send.rules.ts'
import { webhookWaitEnds, sendingSince } from '../unconfirmed/webhook-wait.ts'
import { createDriver, isDriver } from '../line/drivers.ts'
import { handUnanswered } from './hand-unanswered.ts'
import { accessOf, readLine, signalLineById, type LineRow } from '../line/lines.ts'
import { DriverRefusal, type Correspondent, type MessageContent } from '../messaging/messaging-driver.ts'
import { outgoingContent } from '../messaging/outgoing-content.ts'
import { resolveUnconfirmed, type Unconfirmed } from '../unconfirmed/resolve-unconfirmed.ts'
import { categoryOf } from '../messaging/prices.rules.ts'
import { spentMicros } from '../messaging/spent.reads.ts'
import { scheduleSend } from '../messaging/schedule-sends.ts'

type MessageRow = Selectable<Cell['outgoing_messages']>

const maxWaitMs = 300_000

interface Claimed {
  readonly message: MessageRow
  readonly line: LineRow
  readonly to: Correspondent
  readonly content: MessageContent
}

/**
 * Sends the next message in one contact's queue. The claim is committed before the call to the provider, and the result
 * after it. A process that crashes in between leaves a message known to be unconfirmed.
 */
export async function sendNext(deps: Deps, storeId: string, contactId: string): Promise<void> {
  sendingSince(deps)
  const ended: MessageRow[] = []
  const claimed = await withStoreScope(deps.cells, [storeId], (tx) => {
    ended.length = 0
    return claimNext(tx, { storeId, contactId, ended }, deps)
  })
  if (ended.some(({ kind }) => kind === 'answer')) await handUnanswered(deps, storeId, contactId)
  if (!claimed) return
  if (!('content' in claimed)) return resolveUnconfirmed(deps, claimed)
  const { message, line, to, content } = claimed
  const access = accessOf(line, deps.env)
  if (!access || !isDriver(line.driver)) throw new Error('A line that can send has no access.')
  try {
    const { providerId } = await createDriver(line.driver, deps.env).send(access, {
      to,
      content,
      key: message.id,
    })
    await recordSent(deps, claimed, providerId)
  } catch (error) {
    if (!(error instanceof DriverRefusal)) throw error
    await recordRefusal(deps, claimed, error)
  }
}

/** `ended` gets the messages that will never leave, unless the customer wants none. */
async function claimNext(
  tx: Transaction<Cell>,
  {
    storeId,
    contactId,
    ended,
  }: { readonly storeId: string; readonly contactId: string; readonly ended: MessageRow[] },
  deps: Deps,
): Promise<Claimed | Unconfirmed | null> {
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
    const message = await nextWaiting(tx, contact, now)
    if (!message) return null
    if (message.state === 'sending') {
      const waitEndsAt = webhookWaitEnds(message.claimed_at ?? now, sendingSince(deps))
      if (waitEndsAt > now) {
        await scheduleSend(tx, storeId, contactId, waitEndsAt)
        return null
      }
      return { message, line: await readLine(tx, storeId), to }
    }
    const content = outgoingContent(message)
    const line = await readLine(tx, storeId)
    const decision: Decision = content
      ? await decide(tx, { message, content, contact, line, now })
      : { do: 'end', state: 'failed', cause: 'not-understood' }
    if (decision.do === 'hold') return null
    if (decision.do === 'wait') {
      await scheduleSend(tx, storeId, contactId, decision.until)
      return null
    }
    if (decision.do === 'end') {
      await updateMessage(tx, message, {
        state: decision.state,
        cause: 'cause' in decision ? decision.cause : null,
        ended_at: now,
      })
      if (!isUnwanted(decision)) ended.push(message)
      continue
    }
    if (!line) return null
    if ((await countInSecond(tx, storeId, now)) > maxPerSecond) {
      await scheduleSend(tx, storeId, contactId, new Date(now.getTime() + 1_000))
      return null
    }
    await claim(tx, message, decision, now)
    return { message, line, to, content: decision.content }
  }
}

const isUnwanted = (decision: Decision): boolean => 'cause' in decision && decision.cause === 'opted-out'

async function claim(
  tx: Transaction<Cell>,
  message: MessageRow,
  { content, micros }: Extract<Decision, { do: 'send' }>,
  now: Date,
): Promise<void> {
  const { store_id: storeId, contact_id: contactId } = message
  await updateMessage(tx, message, {
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
  // For messages that become due while this one is being sent, and for this one in case the process crashes.
  await scheduleSend(tx, storeId, contactId, new Date(now.getTime() + minGapMs))
}

/**
 * The first due message. One that is being sent comes first, so that nothing overtakes it; the others follow in the
 * order in which they were queued. While a person holds the queue, only that person's own messages are sent.
 */
const nextWaiting = (
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
  {
    message,
    content,
    contact,
    line,
    now,
  }: {
    readonly message: MessageRow
    readonly content: MessageContent
    readonly contact: Selectable<Cell['whatsapp_contacts']>
    readonly line: LineRow | undefined
    readonly now: Date
  },
): Promise<Decision> {
  const storeId = message.store_id
  const settings = await tx
    .selectFrom('stores')
    .leftJoin('whatsapp_settings', 'whatsapp_settings.store_id', 'stores.id')
    .select(['stores.timezone', 'whatsapp_settings.cap_cents'])
    .where('stores.id', '=', storeId)
    .executeTakeFirstOrThrow()
  const approved = await tx
    .selectFrom('whatsapp_templates')
    .select(['name', 'category'])
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
      userId: contact.user_id,
      lastInAt: contact.last_in_at,
      lastOutAt: contact.last_out_at,
      optedOutAt: contact.opted_out_at,
    },
    approved: new Map(approved.map(({ name, category }) => [name, categoryOf(category)])),
    spentMicros: settings.cap_cents === null ? 0 : await spentMicros(tx, storeId, settings.timezone, now),
    capCents: settings.cap_cents,
  })
}

/** Counts this message and returns how many the line has sent in this second. All workers share the count in its row. */
async function countInSecond(tx: Transaction<Cell>, storeId: string, now: Date): Promise<number> {
  const second = new Date(Math.floor(now.getTime() / 1_000) * 1_000)
  const { rows } = await sql<{ burst: number }>`
    update whatsapp_lines set
      burst = case when burst_second = ${second} then burst + 1 else 1 end, burst_second = ${second}
    where store_id = ${storeId} returning burst`.execute(tx)
  return rows[0]?.burst ?? 1
}

async function recordSent(deps: Deps, { message, line }: Claimed, providerId: string): Promise<void> {
  const now = deps.now()
  await withStoreScope(deps.cells, [message.store_id], async (tx) => {
    // A webhook may have arrived first; its state is newer.
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

async function recordRefusal(deps: Deps, { message, line }: Claimed, error: DriverRefusal): Promise<void> {
  const { reason, retryAfterMs } = error
  const { store_id: storeId, contact_id: contactId } = message
  const now = deps.now()
  deps.log.warn({ storeId, reason, attempts: message.attempts + 1 }, 'a WhatsApp message was not accepted')
  // It may have been accepted: it stays unconfirmed until a webhook arrives or the wait for one ends.
  if (reason === 'unreachable') return signalLineById(deps, storeId, line.id, [{ type: 'unreachable' }])
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    const retries = isLineTrouble(reason)
    const moved = await tx
      .updateTable('outgoing_messages')
      .set({
        claimed_at: null,
        cost_micros: 0,
        ...(retries ? { state: 'queued' } : { state: 'failed', cause: reason, ended_at: now }),
      })
      .where('store_id', '=', storeId)
      .where('id', '=', message.id)
      .where('state', '=', 'sending')
      .returning('id')
      .executeTakeFirst()
    const waitMs = retryAfterMs ?? doubledMs(5_000, message.attempts, maxWaitMs)
    // It keeps its place in the queue, so that nothing to this contact overtakes it.
    if (moved && retries) await scheduleSend(tx, storeId, contactId, new Date(now.getTime() + waitMs))
  })
  if (message.kind === 'answer' && !isLineTrouble(reason)) await handUnanswered(deps, storeId, contactId)
  if (reason === 'unauthorized') await signalLineById(deps, storeId, line.id, [{ type: 'unauthorized' }])
  if (reason === 'banned')
    await signalLineById(deps, storeId, line.id, [{ type: 'provider', state: 'banned' }])
  if (reason === 'not-open')
    await signalLineById(deps, storeId, line.id, [{ type: 'provider', state: 'connecting' }])
  if (reason === 'not-reached') await signalLineById(deps, storeId, line.id, [{ type: 'unreachable' }])
}

/** The fault is the line's, not the message's: the message waits until the line recovers, or expires. */
const isLineTrouble = (reason: DriverRefusal['reason']): boolean =>
  ['not-reached', 'throttled', 'pair-rate', 'unauthorized', 'banned', 'not-open'].includes(reason)

async function updateMessage(
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
