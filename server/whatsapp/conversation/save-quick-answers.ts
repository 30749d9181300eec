import type { saveQuickAnswers as saveRoute } from '../../../contract/whatsapp/conversations.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { lockedSettings, writeSettings } from '../line/save-settings.ts'
import { quickAnswersView, settingsOf } from '../messaging/settings.reads.ts'

/** Of two people who edit at once, the second gets 409 with what the first saved. */
export async function saveQuickAnswers(call: Call<typeof saveRoute>): Promise<Reply<typeof saveRoute>> {
  const { deps, caller, storeId, body, now, requestId } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await lockedSettings(tx, storeId)
    const before = quickAnswersView(row)
    if (before.version !== body.version) throw new AppError('whatsapp/stale-answers', { current: before })
    await writeSettings(tx, storeId, row, {
      quick_answers: JSON.stringify(body.answers),
      quick_answers_version: before.version + 1,
      saved_at: now,
      saved_by: caller.name,
    })
    const labels = (answers: typeof body.answers) => ({ answers: answers.map(({ label }) => label) })
    await audit(tx, {
      actorUid: caller.uid,
      action: 'whatsapp/answers-saved',
      storeId,
      details: { before: labels(before.answers), after: labels(body.answers) },
      requestId,
      at: now,
    })
    publishStoreEvent(tx, storeId, 'whatsapp', now)
    return quickAnswersView(await settingsOf(tx, storeId))
  })
}
