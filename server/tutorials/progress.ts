import { sql } from 'kysely'
import { roleMeets } from '../../contract/shared/access.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { guideIds, type GuideId } from '../../contract/tutorials/guide-ids.ts'
import type * as contract from '../../contract/tutorials/tutorials.ts'
import type { GuideProgress } from '../../contract/tutorials/tutorials.ts'
import type { Call } from '../calls/call.ts'
import { asUser } from '../db/scope.ts'
import { AppError } from '../errors/app-error.ts'
import { suggestionsOf } from './suggestions.ts'

/** Stores whose checks are read: an owner of a hundred is not shown a hundred suggestions. */
const storesAtMost = 20
const suggestedAtMost = 5

export async function readTutorials(
  call: Call<typeof contract.readTutorials>,
): Promise<Reply<typeof contract.readTutorials>> {
  const { deps, caller, now } = call
  const rows = await asUser(deps.directory, caller.uid, (tx) =>
    tx
      .selectFrom('tutorial_progress')
      .selectAll()
      .where('uid', '=', caller.uid)
      .orderBy('opened_at')
      .execute(),
  )
  const progress = rows.flatMap((row) => (isGuide(row.guide) ? [viewOf({ ...row, guide: row.guide })] : []))
  const stores = [...caller.access]
    .filter(([, role]) => roleMeets(role, 'manager'))
    .map(([storeId]) => storeId)
    .slice(0, storesAtMost)
  const suggested = stores.length === 0 ? [] : await suggestionsOf(deps, stores, now)
  const done = new Set(progress.flatMap(({ guide, doneAt }) => (doneAt ? [guide] : [])))
  return {
    progress,
    // A trouble comes back although its guide was read once; a first step does not.
    suggested: suggested
      .filter(({ guide, cause }) => cause.kind !== 'step' || !done.has(guide))
      .slice(0, suggestedAtMost),
  }
}

/** Opened first, done later, and back: the first opening is kept. */
export async function saveTutorial(
  call: Call<typeof contract.saveTutorial>,
): Promise<Reply<typeof contract.saveTutorial>> {
  const { deps, caller, params, body, now } = call
  const { guide } = params
  if (!isGuide(guide)) throw new AppError('tutorials/not-found')
  const doneAt = body.done ? now : null
  const row = await asUser(deps.directory, caller.uid, (tx) =>
    tx
      .insertInto('tutorial_progress')
      .values({ uid: caller.uid, guide, opened_at: now, done_at: doneAt })
      .onConflict((conflict) =>
        conflict.constraint('tutorial_progress_pkey').doUpdateSet({
          done_at: body.done ? sql`coalesce(tutorial_progress.done_at, excluded.done_at)` : null,
        }),
      )
      .returning(['opened_at', 'done_at'])
      .executeTakeFirstOrThrow(),
  )
  return viewOf({ ...row, guide })
}

const isGuide = (text: string): text is GuideId => guideIds.some((id) => id === text)

const viewOf = (row: { guide: GuideId; opened_at: Date; done_at: Date | null }): GuideProgress => ({
  guide: row.guide,
  openedAt: row.opened_at.toISOString(),
  doneAt: row.done_at?.toISOString() ?? null,
})
