import { sql, type Transaction } from 'kysely'
import { isPlatform } from '../../contract/shared/channels.ts'
import { dayMs } from '../../contract/shared/durations.ts'
import type { Reply } from '../../contract/shared/route.ts'
import {
  gapsShown,
  watchedFirstMs,
  type Presence,
  type readPresence as readRoute,
  type savePresence as saveRoute,
} from '../../contract/presence/presence.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import { AppError } from '../errors/app-error.ts'
import { audit } from '../identity/identity.ts'
import { endGap, lockPresence } from './act-on-store.ts'
import { causeOf, modeOfGap, presenceOf, presenceRow } from './presence.reads.ts'

export async function readPresence(call: Call<typeof readRoute>): Promise<Reply<typeof readRoute>> {
  const { deps, storeId, now } = call
  return withStoreScope(deps.cells, [storeId], (tx) => presenceView(tx, storeId, now))
}

/** A new choice begins afresh: what presence had paused sells again, and a gap that lasts is found by the next look. */
export async function savePresence(call: Call<typeof saveRoute>): Promise<Reply<typeof saveRoute>> {
  const { deps, caller, storeId, body, now, requestId } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    await lockPresence(tx, storeId, now)
    const before = await presenceView(tx, storeId, now)
    if (before.version !== body.version) throw new AppError('presence/stale', { current: before })
    const { mode } = body
    const isWatched = before.mayPauseFrom !== null && Date.parse(before.mayPauseFrom) <= now.getTime()
    if (mode === 'pause' && before.mode !== 'pause' && !isWatched) throw new AppError('presence/not-watched')
    if (mode !== before.mode) await endGaps(tx, storeId, now)
    await tx
      .updateTable('presence')
      .set({
        mode,
        watched_since: mode === 'off' ? null : sql`coalesce(watched_since, ${now}::timestamptz)`,
        version: sql<number>`version + 1`,
      })
      .where('store_id', '=', storeId)
      .execute()
    await audit(tx, {
      actorUid: caller.uid,
      action: 'presence/chosen',
      storeId,
      subject: mode,
      details: { before: { presence: before.mode }, after: { presence: mode } },
      requestId,
      at: now,
    })
    return presenceView(tx, storeId, now)
  })
}

async function endGaps(tx: Transaction<Cell>, storeId: string, now: Date): Promise<void> {
  const [store] = await presenceOf(tx, [storeId], now)
  for (const { gap, platform } of store?.channels ?? [])
    if (gap) await endGap({ tx, storeId, now }, { ...gap, platform }, now.getTime() > gap.dueAt)
}

async function presenceView(tx: Transaction<Cell>, storeId: string, now: Date): Promise<Presence> {
  const { mode, watchedSince, version, heardAt, silentAt, acceptsAlone, printerAt } = await presenceRow(
    tx,
    storeId,
    now,
  )
  const gaps = await gapsOf(tx, storeId, now)
  return {
    mode,
    watchedSince: watchedSince?.toISOString() ?? null,
    mayPauseFrom:
      watchedSince === null ? null : new Date(watchedSince.getTime() + watchedFirstMs).toISOString(),
    chain: {
      heardAt: heardAt?.toISOString() ?? null,
      silentAt: silentAt?.toISOString() ?? null,
      acceptsAlone: [...acceptsAlone],
      printerAt: printerAt?.toISOString() ?? null,
    },
    ...gaps,
    version,
  }
}

/** Those that lasted longer than their countdown. */
async function gapsOf(
  tx: Transaction<Cell>,
  storeId: string,
  now: Date,
): Promise<Pick<Presence, 'gaps' | 'gapCount'>> {
  const past = tx
    .selectFrom('presence_gaps')
    .where('store_id', '=', storeId)
    .where('due_at', '<=', now)
    .where('due_at', '>', new Date(now.getTime() - gapsShown.days * dayMs))
  const rows = await past
    .select(['id', 'platform', 'mode', 'cause', 'due_at', 'ended_at', 'reopened_at'])
    .orderBy('due_at', 'desc')
    .limit(gapsShown.max)
    .execute()
  const { count } = await past.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return {
    gaps: rows.flatMap((row) =>
      isPlatform(row.platform)
        ? [
            {
              id: row.id,
              platform: row.platform,
              mode: modeOfGap(row.mode),
              cause: causeOf(row.cause),
              from: row.due_at.toISOString(),
              until: row.ended_at?.toISOString() ?? null,
              reopenedAt: row.reopened_at?.toISOString() ?? null,
            },
          ]
        : [],
    ),
    gapCount: Number(count),
  }
}
