import { sql, type Transaction } from 'kysely'
import type { NoticeLine } from '../../../contract/notifications/choices.ts'
import { localParts } from '../../../contract/shared/day.ts'
import type { LineStateName } from '../../../contract/whatsapp/line-states.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import type { QueueNotice } from '../../notifications/notifications.ts'
import { ensureContact } from '../messaging/contacts.ts'
import { createDriver } from '../line/drivers.ts'
import { canSend } from '../line/line-state.rules.ts'
import { accessOf, readLine } from '../line/lines.ts'
import { DriverRefusal, type MessageContent, type Template } from '../messaging/messaging-driver.ts'
import { isBrazilian, normalPhone } from '../messaging/phone.rules.ts'
import { microsToCents, messageMicros } from '../messaging/prices.rules.ts'
import { enqueueMessage } from '../messaging/enqueue-message.ts'
import { serviceWindowMs } from '../messaging/service-window.ts'
import { spentMicros } from '../messaging/spent.reads.ts'
import { saveTemplate } from '../line/templates.ts'

/** The template for notices to a store's own staff. Meta must approve it; it names no customer. */
const template: Template = {
  name: 'balcao_aviso_da_equipe',
  language: 'pt_BR',
  body: 'Aviso do Balcão sobre {{1}}: {{2}} Abra o painel para ver. Para não receber mais, responda PARAR.',
  examples: ['Cantina da Ana', 'Pedido #1234 espera aceite há 2\u00a0min.'],
}
const noticeKind = 'notice'
/** Minimum time between two notices of one event: messages cost money, and the panel shows the rest. */
const minGapMs = 10 * 60_000

export const queueNotice: QueueNotice = async (tx, { storeId, phone }, notice, now) => {
  const [line] = await linesFor(tx, [storeId], phone, now)
  const kept = normalPhone(phone)
  if (line?.state !== 'ready' || kept === null) return null
  const contact = await ensureContact(
    tx,
    storeId,
    { phone: kept, userId: null },
    { name: null, now, at: now },
  )
  // Locked, so that of two concurrent notices the second sees what the first has queued.
  await tx
    .selectFrom('whatsapp_contacts')
    .select('id')
    .where('store_id', '=', storeId)
    .where('id', '=', contact.id)
    .forUpdate()
    .execute()
  const key = `${noticeKind} ${contact.id} ${notice.event} `
  const recent = await tx
    .selectFrom('outgoing_messages')
    .select('id')
    .where('store_id', '=', storeId)
    .where('contact_id', '=', contact.id)
    .where('kind', '=', noticeKind)
    .where(sql<boolean>`starts_with(key, ${key})`)
    .where('created_at', '>', new Date(now.getTime() - minGapMs))
    .executeTakeFirst()
  if (recent) return 'recent'
  await enqueueMessage(
    tx,
    storeId,
    {
      contactId: contact.id,
      orderId: null,
      kind: noticeKind,
      key: key + notice.key,
      content: contentOf(notice),
      dueAt: now,
      expiresAt: new Date(now.getTime() + notice.livesMs),
    },
    now,
  )
  return 'queued'
}

function contentOf({ store, words }: Parameters<QueueNotice>[2]): MessageContent {
  const fields = [store, words].map((text) =>
    text
      .replaceAll(/[\p{Cc}\p{Zs}]+/gu, ' ')
      .trim()
      .slice(0, 300),
  )
  const body = fields.reduce(
    (sofar, field, index) => sofar.replace(`{{${String(index + 1)}}}`, () => field),
    template.body,
  )
  return { type: 'template', name: template.name, language: template.language, fields, body }
}

interface LineFacts {
  readonly id: string
  readonly name: string
  readonly timezone: string
  readonly line: LineStateName | null
  readonly cause: string | null
  readonly driver: string | null
  readonly cap: number | null
  readonly approved: boolean
  readonly in_window: boolean
  readonly stopped: boolean
  readonly month_count: string
  readonly month_micros: string
}

/** What each store's line can do for this number, by the stores' names. */
export async function linesFor(
  tx: Transaction<Cell>,
  storeIds: readonly string[],
  phone: string | null,
  now: Date,
): Promise<readonly NoticeLine[]> {
  const { rows } = await sql<LineFacts>`
    select st.id, st.name, st.timezone, l.state as line, l.cause, l.driver, s.cap_cents as cap,
      coalesce(t.state = 'approved', false) as approved,
      coalesce(c.last_in_at > ${new Date(now.getTime() - serviceWindowMs)}, false) as in_window,
      c.opted_out_at is not null as stopped,
      coalesce(m.count, 0) as month_count, coalesce(m.micros, 0) as month_micros
    from stores st
      left join whatsapp_lines l on l.store_id = st.id
      left join whatsapp_settings s on s.store_id = st.id
      left join whatsapp_templates t
        on t.store_id = st.id and t.name = ${template.name} and t.language = ${template.language}
      left join whatsapp_contacts c on c.store_id = st.id and c.phone = ${phone && normalPhone(phone)}
      left join lateral (
        select count(*) as count, sum(o.cost_micros) as micros from outgoing_messages o
        where o.store_id = st.id and o.contact_id = c.id and o.kind = ${noticeKind}
          and o.state in ('sending', 'sent', 'delivered', 'read')
          and o.created_at >= date_trunc('month', ${now}::timestamptz at time zone st.timezone) at time zone st.timezone) m
        on true
    where st.id = any (${storeIds}::uuid[]) order by st.name, st.id`.execute(tx)
  const lines: NoticeLine[] = []
  for (const facts of rows) lines.push(await lineOf(tx, facts, phone, now))
  return lines
}

async function lineOf(
  tx: Transaction<Cell>,
  facts: LineFacts,
  phone: string | null,
  now: Date,
): Promise<NoticeLine> {
  const { day } = localParts(now, facts.timezone)
  // Priced outside the service window, as most notices are.
  const costMicros = facts.driver === 'cloud' ? messageMicros('utility', false, day) : 0
  const spent =
    facts.cap !== null && costMicros > 0 ? await spentMicros(tx, facts.id, facts.timezone, now) : 0
  return {
    storeId: facts.id,
    store: facts.name,
    state: noticeLineState(facts, phone, facts.cap !== null && spent + costMicros > facts.cap * 10_000),
    costMicros,
    monthCount: Number(facts.month_count),
    monthCents: microsToCents(Number(facts.month_micros)),
  }
}

function noticeLineState(facts: LineFacts, phone: string | null, isFull: boolean): NoticeLine['state'] {
  if (facts.line === null || facts.cause === 'removed') return 'no-line'
  if (!canSend(facts.line)) return 'line-down'
  if (facts.stopped || (phone !== null && !isBrazilian(normalPhone(phone) ?? ''))) return 'stopped'
  if (facts.driver !== 'cloud') return 'ready'
  if (!facts.approved && !facts.in_window) return 'template'
  return isFull ? 'cap' : 'ready'
}

/** Submits the notices' template for approval, unless it was submitted before: some lines are older than notices. */
export async function submitNoticeTemplate(deps: Deps, storeId: string): Promise<void> {
  const { line, known } = await withStoreScope(deps.cells, [storeId], async (tx) => ({
    line: await readLine(tx, storeId),
    known: await tx
      .selectFrom('whatsapp_templates')
      .select('state')
      .where('store_id', '=', storeId)
      .where('name', '=', template.name)
      .executeTakeFirst(),
  }))
  const access = line && accessOf(line, deps.env)
  if (!access || known || line.driver !== 'cloud') return
  const route = await deps.directory
    .selectFrom('whatsapp_routes')
    .select('account_id')
    .where('driver', '=', 'cloud')
    .where('line_key', '=', line.line_key)
    .executeTakeFirst()
  if (!route?.account_id) return
  try {
    const state = await createDriver('cloud', deps.env).submitTemplate?.(access, route.account_id, template)
    if (state)
      await withStoreScope(deps.cells, [storeId], (tx) =>
        saveTemplate(tx, storeId, {
          name: template.name,
          language: template.language,
          state,
          at: deps.now(),
        }),
      )
  } catch (error) {
    // Retried on a timeout; a rejection is logged.
    if (!(error instanceof DriverRefusal) || error.reason === 'unreachable') throw error
    deps.log.warn({ storeId, reason: error.reason }, 'the template of notices was not accepted')
  }
}
