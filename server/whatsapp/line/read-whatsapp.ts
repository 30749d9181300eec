import type { Transaction } from 'kysely'
import { localParts } from '../../../contract/shared/day.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { LineCause, LineStateName } from '../../../contract/whatsapp/line-states.ts'
import {
  messageKinds,
  whatsappDrivers,
  type readUnpairedSessions as readUnpairedRoute,
  type readWhatsapp as readRoute,
  type WhatsappDriver,
  type WhatsappView,
} from '../../../contract/whatsapp/whatsapp.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors/app-error.ts'
import { canaryView } from './canary.ts'
import { isReady } from './drivers.ts'
import {
  lastDayCounts,
  refusedCounts,
  medianDeliveryMs,
  monthlyCountByKind,
  queueView,
} from './health.reads.ts'
import { canSend } from './line-state.rules.ts'
import { readLine, viewOf } from './lines.ts'
import { templateOf, sampleText } from '../messaging/message-texts.rules.ts'
import { categoryOf, microsToCents, messageMicros, pricesOn } from '../messaging/prices.rules.ts'
import { conversationView, settingsOf, settingsView } from '../messaging/settings.reads.ts'
import type { TemplateWarning } from '../messaging/line-events.ts'
import type { TemplateState } from '../messaging/messaging-driver.ts'
import { spentMicros } from '../messaging/spent.reads.ts'

export const readWhatsapp = ({
  deps,
  storeId,
  now,
}: Call<typeof readRoute>): Promise<Reply<typeof readRoute>> =>
  withStoreScope(deps.cells, [storeId], (tx) => whatsappView(deps, tx, storeId, now))

export async function whatsappView(
  deps: Deps,
  tx: Transaction<Cell>,
  storeId: string,
  now: Date,
): Promise<WhatsappView> {
  const store = await tx.selectFrom('stores').select('timezone').where('id', '=', storeId).executeTakeFirst()
  if (!store) throw new AppError('store/not-found')
  const line = await readLine(tx, storeId)
  const settings = await settingsOf(tx, storeId)
  const { day } = localParts(now, store.timezone)
  const { from, source } = pricesOn(day)
  const shown = line && line.cause !== 'removed' ? viewOf(line) : null
  return {
    drivers: whatsappDrivers.map((driver) => ({ driver, ready: isReady(driver, deps.env) })),
    line: shown,
    health: {
      medianMs: await medianDeliveryMs(tx, storeId, now),
      ...(await lastDayCounts(tx, storeId, now)),
      refused: await refusedCounts(tx, storeId, now),
      spentCents: microsToCents(await spentMicros(tx, storeId, store.timezone, now)),
    },
    settings: settingsView(settings),
    conversation: conversationView(settings),
    canary: await canaryView(tx, storeId, {
      number: settings?.canary_number ?? null,
      driver: shown?.driver ?? 'cloud',
      day,
    }),
    kinds: await kindsView(tx, { storeId, driver: shown?.driver ?? 'cloud', day, now }),
    prices: { since: from, source },
    queue: await queueView(tx, storeId, now),
  }
}

async function kindsView(
  tx: Transaction<Cell>,
  { storeId, driver, day, now }: { storeId: string; driver: WhatsappDriver; day: string; now: Date },
): Promise<WhatsappView['kinds']> {
  const month = await monthlyCountByKind(tx, storeId, now)
  const templates = await tx
    .selectFrom('whatsapp_templates')
    .select(['name', 'state', 'warning', 'category', 'next_category'])
    .where('store_id', '=', storeId)
    .execute()
  return messageKinds.map((kind) => {
    const { name } = templateOf(kind)
    const found = templates.find((one) => one.name === name)
    const category = categoryOf(found?.next_category ?? found?.category ?? null)
    return {
      kind,
      text: sampleText(kind),
      monthMessages: month[kind],
      // A linked phone sends for free. Most of a store's messages are sent outside the service window.
      monthCents: driver === 'cloud' ? microsToCents(month[kind] * messageMicros(category, false, day)) : 0,
      template: driver === 'cloud' ? shownState(found?.state) : null,
      warning: driver === 'cloud' ? ((found?.warning ?? null) as TemplateWarning | null) : null,
      category: driver === 'cloud' && category !== 'utility' ? category : null,
    }
  })
}

/** A template that Meta deleted is submitted again at the next connection. */
const shownState = (state: string | undefined): 'missing' | Exclude<TemplateState, 'deleted'> =>
  state === undefined || state === 'deleted' ? 'missing' : (state as Exclude<TemplateState, 'deleted'>)

export async function readUnpairedSessions({
  deps,
  storeId,
  query,
}: Call<typeof readUnpairedRoute>): Promise<Reply<typeof readUnpairedRoute>> {
  const row = await withStoreScope(deps.cells, [storeId], (tx) => readLine(tx, storeId))
  const isUnpaired =
    row !== undefined &&
    row.cause !== 'removed' &&
    !canSend(row.state as LineStateName) &&
    (query.driver === undefined || row.driver === query.driver) &&
    (query.since === undefined || row.state_since >= new Date(query.since))
  if (!isUnpaired) return { sessions: [] }
  const session = {
    connectionId: row.id,
    driver: row.driver as WhatsappDriver,
    number: row.number,
    state: row.state as LineStateName,
    cause: row.cause as LineCause | null,
    since: row.state_since.toISOString(),
  }
  return { sessions: [session] }
}
