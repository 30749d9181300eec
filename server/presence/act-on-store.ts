import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { PresenceMode } from '../../contract/presence/presence.ts'
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

/** How long gaps are kept: three times what a screen shows. */
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

/** One step in a store, in its transaction. */
interface Act {
  readonly tx: Transaction<Cell>
  readonly storeId: string
  readonly now: Date
}

/** Decided once more under the store's lock: of two workers, or a person at the same moment, one acts. */
export async function actOnStore(deps: Deps, storeId: string, since: number): Promise<void> {
  const now = deps.now()
  await withStoreScope(deps.cells, [storeId], async (tx) => {
    await lockPresence(tx, storeId, now)
    const [store] = await presenceOf(tx, [storeId], now)
    for (const channel of store?.channels ?? [])
      if (store) await take({ tx, storeId, now }, store, channel, stepOf(store, channel, since, now))
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
  act: Act,
  { mode }: StorePresence,
  { gap, platform }: PresenceChannel,
  step: GapStep,
): Promise<void> {
  if (step.do === 'begin') return begin(act, mode, platform, step)
  if (step.do === 'nothing' || gap === null) return
  const { tx, storeId, now } = act
  switch (step.do) {
    case 'end':
      return endGap(act, { ...gap, platform }, step.noted)
    case 'rename':
      return change(act, gap, { cause: step.cause })
    case 'leave-open':
      // A person at the marketplace ended it there: it is over here too.
      await endBreaks(tx, storeId, gap.breakId === null ? [] : [gap.breakId], now)
      await note(act, 'presence/left-open', platform)
      return change(act, gap, { reopened_at: now })
    case 'pause': {
      const name = pauseNames[gap.cause]
      const pause = { name, start: now, end: null, channels: [platform], setBy: null }
      const breakId = await addBreak(tx, storeId, pause, now)
      await note(act, 'presence/paused', platform)
      return change(act, gap, { break_id: breakId })
    }
  }
}

async function begin(
  { tx, storeId, now }: Act,
  mode: PresenceMode,
  platform: string,
  { cause, dueAt }: Extract<GapStep, { readonly do: 'begin' }>,
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
  act: Act,
  gap: KeptGap & { readonly platform: string },
  noted: boolean,
): Promise<void> {
  const { tx, storeId, now } = act
  const ended = await endBreaks(tx, storeId, gap.breakId === null ? [] : [gap.breakId], now)
  if (ended.length > 0) await note(act, 'presence/returned', gap.platform)
  if (noted) return change(act, gap, { ended_at: now })
  await tx.deleteFrom('presence_gaps').where('store_id', '=', storeId).where('id', '=', gap.id).execute()
  if (gap.mode !== 'watch') publishStoreEvent(tx, storeId, 'capacity', now)
}

interface GapChange {
  readonly cause?: string
  readonly break_id?: string
  readonly reopened_at?: Date
  readonly ended_at?: Date
}

async function change({ tx, storeId, now }: Act, gap: KeptGap, to: GapChange): Promise<void> {
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
  { tx, storeId, now }: Act,
  action: 'presence/paused' | 'presence/returned' | 'presence/left-open',
  platform: string,
): Promise<void> {
  await tx
    .insertInto('audit_entries')
    .values({ id: uuidv7(), at: now, actor_uid: null, action, store_id: storeId, subject: platform })
    .execute()
}
