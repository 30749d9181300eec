import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { dayMs } from '../../contract/shared/durations.ts'
import { publishStoreEvent } from '../db/live-events.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { tell } from '../notifications/notifications.ts'
import { addBreak, endBreaks } from '../stores/stores.ts'
import { gapStep, verdictOn, type GapStep } from './chain.rules.ts'
import { pauseNames } from './gap-words.rules.ts'
import { presenceOf, type KeptGap, type PresenceChannel, type StorePresence } from './presence.reads.ts'

/** Gaps are kept for so many days: three times what a screen shows. */
const keptDays = 90

/** Something is to be done about the store. `since`: from when silence counts, ms since 1970. */
export const hasStep = (store: StorePresence, since: number, now: Date): boolean =>
  isNew(store) || store.channels.some((channel) => stepOf(store, channel, since, now).do !== 'nothing')

/** It is looked at for the first time: its week begins. */
const isNew = ({ mode, watchedSince }: StorePresence): boolean => mode !== 'off' && watchedSince === null

function stepOf(store: StorePresence, channel: PresenceChannel, since: number, at: Date): GapStep {
  const { chain, gap, wanted, pauseEnded } = channel
  const now = at.getTime()
  const verdict = verdictOn(chain, store.openLongEnough ? since : now, now)
  return gapStep(gap, { mode: store.mode, wanted, verdict, pauseEnded }, now)
}

/** Decided once more under the store's lock: of two workers, or a person at the same moment, one acts. */
export async function actOnStore(deps: Deps, storeId: string, since: number): Promise<void> {
  const now = deps.now()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    await lockPresence(tx, storeId, now)
    const [store] = await presenceOf(tx, [storeId], now)
    for (const channel of store?.channels ?? [])
      if (store) await take(tx, store, channel, stepOf(store, channel, since, now), now)
  })
}

/** The row of a store; it begins with its first look. */
export async function lockPresence(tx: Transaction<Cell>, storeId: string, now: Date): Promise<void> {
  await tx
    .insertInto('presence')
    .values({ store_id: storeId, watched_since: now })
    .onConflict((conflict) => conflict.constraint('presence_pkey').doNothing())
    .execute()
  await tx.selectFrom('presence').select('mode').where('store_id', '=', storeId).forUpdate().execute()
}

async function take(
  tx: Transaction<Cell>,
  store: StorePresence,
  channel: PresenceChannel,
  step: GapStep,
  now: Date,
): Promise<void> {
  const { storeId } = store
  const { gap, platform } = channel
  if (step.do === 'begin') return begin(tx, store, platform, step, now)
  if (step.do === 'nothing' || gap === null) return
  if (step.do === 'end') return endGap(tx, storeId, { ...gap, platform }, now, step.noted)
  if (step.do === 'rename') return change(tx, storeId, gap, { cause: step.cause }, now)
  if (step.do === 'leave-open') {
    // A person at the marketplace ended it there: it is over here too.
    await endBreaks(tx, storeId, gap.breakId === null ? [] : [gap.breakId], now)
    await note(tx, storeId, 'presence/left-open', platform, now)
    return change(tx, storeId, gap, { reopened_at: now }, now)
  }
  const name = pauseNames[gap.cause]
  const breakId = await addBreak(
    tx,
    storeId,
    { name, start: now, end: null, channels: [platform], setBy: null },
    now,
  )
  await note(tx, storeId, 'presence/paused', platform, now)
  return change(tx, storeId, gap, { break_id: breakId }, now)
}

async function begin(
  tx: Transaction<Cell>,
  { storeId, mode }: StorePresence,
  platform: string,
  { cause, dueAt }: Extract<GapStep, { readonly do: 'begin' }>,
  now: Date,
): Promise<void> {
  const id = uuidv7()
  await tx
    .deleteFrom('presence_gaps')
    .where('store_id', '=', storeId)
    .where('due_at', '<', new Date(now.getTime() - keptDays * dayMs))
    .execute()
  await tx
    .insertInto('presence_gaps')
    .values({ store_id: storeId, id, platform, mode, cause, found_at: now, due_at: new Date(dueAt) })
    .execute()
  if (mode === 'watch') return
  publishStoreEvent(tx, storeId, 'capacity', now)
  const unseen = { cause, closes: mode === 'pause' }
  const about = { event: 'channel-closed', orderId: id, displayId: platform, minutes: null, unseen } as const
  await tell(tx, storeId, about, now)
}

/** Its pause ends with it. What was shorter than the countdown is not kept: nothing would have happened. */
export async function endGap(
  tx: Transaction<Cell>,
  storeId: string,
  gap: KeptGap & { readonly platform: string },
  now: Date,
  noted: boolean,
): Promise<void> {
  const ended = await endBreaks(tx, storeId, gap.breakId === null ? [] : [gap.breakId], now)
  if (ended.length > 0) await note(tx, storeId, 'presence/returned', gap.platform, now)
  if (noted) return change(tx, storeId, gap, { ended_at: now }, now)
  await tx.deleteFrom('presence_gaps').where('store_id', '=', storeId).where('id', '=', gap.id).execute()
  publishStoreEvent(tx, storeId, 'capacity', now)
}

async function change(
  tx: Transaction<Cell>,
  storeId: string,
  gap: KeptGap,
  to: {
    readonly cause?: string
    readonly break_id?: string
    readonly reopened_at?: Date
    readonly ended_at?: Date
  },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('presence_gaps')
    .set(to)
    .where('store_id', '=', storeId)
    .where('id', '=', gap.id)
    .execute()
  if (gap.mode !== 'watch') publishStoreEvent(tx, storeId, 'capacity', now)
}

/** Nobody did it: the history says so. */
async function note(
  tx: Transaction<Cell>,
  storeId: string,
  action: 'presence/paused' | 'presence/returned' | 'presence/left-open',
  platform: string,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('audit_entries')
    .values({ id: uuidv7(), at: now, actor_uid: null, action, store_id: storeId, subject: platform })
    .execute()
}
