import type { Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { addDays } from '../../../contract/shared/day.ts'
import type { ReportMailKind } from '../../../contract/reports/mails.ts'
import { isoWeekday } from '../../../contract/reports/period.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { queueMail } from '../../mail/mail-queue.ts'
import { runningDay } from '../figures/store-clock.rules.ts'
import { readSelectedStores, type StoreDetails } from '../figures/selected-stores.ts'
import { addresseesOf, type Addressee } from './addressees.ts'
import { mailOf } from './report-mail.ts'

/** Grace time after the end of a day, so that orders concluded in its last minute are included. */
const graceMs = 10 * 60_000
/** After a longer outage, older days are only in the panel. */
const daysCaughtUp = 7

/**
 * Queues the store's due mails and returns their number. Safe to run at any time and concurrently: one row
 * per person, kind and day is inserted in the mail's own transaction.
 */
export async function sendReportMails(deps: Deps, storeId: string): Promise<number> {
  const now = deps.now()
  const { store, today, people, queuedBefore } = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const [facts] = await readSelectedStores(tx, [storeId])
    if (!facts) return { store: null, today: '', people: [], queuedBefore: new Set<string>() }
    const day = runningDay({ ...facts, merchants: null }, new Date(now.getTime() - graceMs))
    return {
      store: facts,
      today: day,
      people: await addresseesOf(tx, storeId, day),
      queuedBefore: await queuedMails(tx, storeId, addDays(day, -daysCaughtUp)),
    }
  })
  if (!store) return 0
  let queued = 0
  for (const person of people) {
    for (const { kind, day } of dueOf(person, today))
      if (!queuedBefore.has(mailKey(person.uid, kind, day)))
        queued += await queueReportMail(deps, store, person, kind, day)
  }
  return queued
}

/** Finished days since the person may get mails, oldest first; a week is named by its Sunday. */
export function dueOf(
  person: Pick<Addressee, 'daily' | 'weekly' | 'since'>,
  today: string,
): readonly { kind: ReportMailKind; day: string }[] {
  const days = Array.from({ length: daysCaughtUp }, (_, index) => addDays(today, index - daysCaughtUp))
  return days
    .filter((day) => day >= person.since)
    .flatMap((day) => [
      ...(person.daily ? [{ kind: 'daily' as const, day }] : []),
      ...(person.weekly && isoWeekday(day) === 7 ? [{ kind: 'weekly' as const, day }] : []),
    ])
}

async function queueReportMail(
  deps: Deps,
  store: StoreDetails,
  person: Addressee,
  kind: ReportMailKind,
  day: string,
): Promise<number> {
  const { storeId } = store
  const mail = await mailOf(deps, kind, day, { ...person, storeId, storeName: store.name })
  const mailId = mail ? uuidv7() : null
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const first = await tx
      .insertInto('report_mails')
      .values({ store_id: storeId, uid: person.uid, kind, day, queued_at: deps.now(), mail_id: mailId })
      .onConflict((conflict) => conflict.constraint('report_mails_pkey').doNothing())
      .returning('day')
      .executeTakeFirst()
    if (!first || !mail || !mailId) return 0
    await queueMail(tx, mail, deps.now(), mailId)
    return 1
  })
}

/** Most looks find every mail queued, so they are read together. */
async function queuedMails(
  tx: Transaction<Cell>,
  storeId: string,
  from: string,
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('report_mails')
    .select(['uid', 'kind', 'day'])
    .where('store_id', '=', storeId)
    .where('day', '>=', from)
    .execute()
  return new Set(rows.map(({ uid, kind, day }) => mailKey(uid, kind, day)))
}

const mailKey = (uid: string, kind: string, day: string): string => `${uid} ${kind} ${day}`
