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
import { addresseesOf, entitledOf, type Addressee } from './addressees.ts'
import { mailOf } from './report-mail.ts'

/** Grace time after the end of a day, so that orders concluded in its last minute are included. */
const graceMs = 10 * 60_000
/** After a longer outage, older days are only in the panel. */
const daysCaughtUp = 7

interface Waiting {
  readonly store: StoreDetails
  readonly person: Addressee
  readonly kind: ReportMailKind
  readonly day: string
}

/**
 * Queues the due mails of these stores and returns their number. Safe to run at any time and concurrently: one row
 * per person, kind and day is inserted in the mail's own transaction. What is due is read for all stores at once.
 */
export async function sendReportMails(deps: Deps, storeIds: readonly string[]): Promise<number> {
  const now = deps.now()
  const entitled = await entitledOf(deps.directory, storeIds)
  const waiting = await withStoreScope(deps.cells, storeIds, async (tx): Promise<readonly Waiting[]> => {
    const stores = await readSelectedStores(tx, storeIds)
    const ended = new Date(now.getTime() - graceMs)
    const days = new Map(
      stores.map((store) => [store.storeId, runningDay({ ...store, merchants: null }, ended)]),
    )
    const people = Map.groupBy(await addresseesOf(tx, days, entitled), (person) => person.storeId)
    const queued = await queuedMails(tx, days)
    return stores.flatMap((store) =>
      (people.get(store.storeId) ?? []).flatMap((person) =>
        dueOf(person, days.get(store.storeId) ?? '')
          .filter(({ kind, day }) => !queued.has(mailKey({ ...person, kind, day })))
          .map((due) => ({ store, person, ...due })),
      ),
    )
  })
  let sent = 0
  for (const { store, person, kind, day } of waiting)
    sent += await queueReportMail(deps, store, person, kind, day)
  return sent
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
    await queueMail(tx, mail, deps.now(), { id: mailId })
    return 1
  })
}

/** Most looks find every mail queued, so they are read together. */
async function queuedMails(
  tx: Transaction<Cell>,
  days: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const from = [...days.values()].toSorted()[0]
  if (from === undefined) return new Set()
  const rows = await tx
    .selectFrom('report_mails')
    .select(['store_id as storeId', 'uid', 'kind', 'day'])
    .where('store_id', 'in', [...days.keys()])
    .where('day', '>=', addDays(from, -daysCaughtUp))
    .execute()
  return new Set(rows.map(mailKey))
}

const mailKey = (of: {
  readonly storeId: string
  readonly uid: string
  readonly kind: string
  readonly day: string
}): string => `${of.storeId} ${of.uid} ${of.kind} ${of.day}`
