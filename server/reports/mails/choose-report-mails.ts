import { sql } from 'kysely'
import { roleMeets } from '../../../contract/shared/access.ts'
import { addDays } from '../../../contract/shared/day.ts'
import type {
  previewReportMail as previewRoute,
  readReportMails as readRoute,
  ReportMailChoice,
  saveReportMails as saveRoute,
} from '../../../contract/reports/mails.ts'
import { isoWeekday } from '../../../contract/reports/period.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { readManyStores } from '../../db/many-stores.ts'
import { withStoreScope } from '../../db/scope.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Call } from '../../calls/call.ts'
import { audit } from '../../identity/identity.ts'
import { runningDay } from '../figures/store-clock.rules.ts'
import { readSelectedStores } from '../figures/selected-stores.ts'
import { dailyLetter, readDayOfStore } from './daily-mail.ts'
import { readWeekOfStore, weeklyLetter } from './weekly-mail.ts'

export async function readReportMails(call: Call<typeof readRoute>): Promise<Reply<typeof readRoute>> {
  const { deps, caller, stores } = call
  const ids = stores.map((store) => store.storeId)
  const rows = await readManyStores(deps.cells, ids, (tx, here) =>
    tx
      .selectFrom('report_mail_choices')
      .select(['store_id', 'daily', 'weekly', 'first_steps as firstSteps', 'version'])
      .where('store_id', 'in', here)
      .where('uid', '=', caller.uid)
      .execute(),
  )
  const saved = new Map(rows.map(({ store_id: storeId, ...row }) => [storeId, row]))
  return {
    email: caller.email,
    choices: stores.map(({ storeId, role }) => ({
      storeId,
      ...(saved.get(storeId) ?? neverChosen(roleMeets(role, 'owner') && caller.support?.storeId !== storeId)),
    })),
  }
}

/** The version detects concurrent changes from two devices. */
export async function saveReportMails(call: Call<typeof saveRoute>): Promise<Reply<typeof saveRoute>> {
  const { deps, caller, storeId, role, body, now, requestId } = call
  const { daily, weekly, firstSteps } = body
  const reminder = firstSteps === undefined ? {} : { first_steps: firstSteps }
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const [store] = await readSelectedStores(tx, [storeId])
    if (!store) throw new AppError('store/not-found')
    const today = runningDay({ ...store, merchants: null }, now)
    const saved =
      body.version === 0
        ? await tx
            .insertInto('report_mail_choices')
            .values({ store_id: storeId, uid: caller.uid, daily, weekly, since: today, ...reminder })
            .onConflict((conflict) => conflict.constraint('report_mail_choices_pkey').doNothing())
            .returning('version')
            .executeTakeFirst()
        : await tx
            .updateTable('report_mail_choices')
            .set({
              daily,
              weekly,
              ...reminder,
              version: sql<number>`version + 1`,
              // After switching everything off, mails resume from today, without the days between.
              since: sql<string>`case when daily or weekly then since else ${today}::date end`,
            })
            .where('store_id', '=', storeId)
            .where('uid', '=', caller.uid)
            .where('version', '=', body.version)
            .returning('version')
            .executeTakeFirst()
    const row = await tx
      .selectFrom('report_mail_choices')
      .select(['daily', 'weekly', 'first_steps as firstSteps', 'version'])
      .where('store_id', '=', storeId)
      .where('uid', '=', caller.uid)
      .executeTakeFirst()
    const current = { storeId, ...(row ?? neverChosen(roleMeets(role, 'owner'))) }
    if (!saved) throw new AppError('report/stale-choice', { current })
    await audit(tx, {
      actorUid: caller.uid,
      action: 'reports/mails-chosen',
      storeId,
      details: { daily, weekly, ...(firstSteps === undefined ? {} : { firstSteps }) },
      requestId,
      at: now,
    })
    return current
  })
}

export async function previewReportMail(
  call: Call<typeof previewRoute>,
): Promise<Reply<typeof previewRoute>> {
  const { deps, caller, storeId, query, now } = call
  const [store] = await withStoreScope(deps.cells, [storeId], (tx) => readSelectedStores(tx, [storeId]))
  if (!store) throw new AppError('store/not-found')
  const yesterday = addDays(runningDay({ ...store, merchants: null }, now), -1)
  const to = { ...caller, daily: true, weekly: true, since: yesterday, storeId, storeName: store.name }
  const day = query.kind === 'daily' ? yesterday : addDays(yesterday, -(isoWeekday(yesterday) % 7))
  const letter =
    query.kind === 'daily'
      ? dailyLetter(deps, await readDayOfStore(deps, storeId, day), to)
      : weeklyLetter(deps, await readWeekOfStore(deps, storeId, day), to)
  return {
    day,
    subject: letter.subject,
    greeting: letter.greeting,
    paragraphs: [...letter.paragraphs],
    tables: (letter.tables ?? []).map(({ title, rows }) => ({ title, rows: [...rows] })),
    button: letter.button?.label ?? '',
    closing: letter.closing,
  }
}

const neverChosen = (owner: boolean): Omit<ReportMailChoice, 'storeId'> => ({
  daily: owner,
  weekly: owner,
  firstSteps: true,
  version: 0,
})
