import { v7 as uuidv7 } from 'uuid'
import {
  accountantFileNames,
  linkMonths,
  type readAccountantFile as readAccountantFileRoute,
} from '../../contract/accountant/accountant.ts'
import { sentAlready, type Call } from '../calls/call.ts'
import { withDirectoryScope, withStoreScope } from '../db/scope.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors/app-error.ts'
import { sendReportFile } from '../files/send-report-file.ts'
import { throttle } from '../identity/identity.ts'
import { storesById } from '../stores/stores.ts'
import { documents } from './documents.ts'
import { monthsBack } from './months.rules.ts'
import { openedLink, type OpenedLink } from './opened-link.ts'

/** A month of a file that the link names, of the stores that it opens. Each one is in the history of these stores. */
export async function readAccountantFile(
  call: Call<typeof readAccountantFileRoute>,
): Promise<typeof sentAlready> {
  const { deps, body, request, reply, now, requestId } = call
  const link = await openedLink(deps, { token: body.token, address: request.ip }, now)
  if (!link.files.includes(body.file)) throw refused('file', 'Este link não dá este arquivo.')
  const today = await todayOf(deps, link.storeIds, now)
  if (!monthsBack(today, linkMonths).includes(body.month))
    throw refused('month', 'Este link não dá este mês.')
  await throttle(deps.directory, { purpose: 'accountant-file', account: link.id }, now)
  const stores = link.storeIds.map((storeId) => ({ storeId, role: 'manager' as const, merchants: null }))
  const document = await documents[body.file]({ deps, stores, now }, body.month, today)
  const [, monthNumber] = body.month.split('-')
  const what = `${accountantFileNames[body.file]}, ${monthNumber}/${body.month.slice(0, 4)}`
  await note(deps, link, { what, requestId, now })
  sendReportFile(reply, document, body.format)
  return sentAlready
}

const todayOf = (deps: Deps, storeIds: readonly string[], now: Date): Promise<string> =>
  withStoreScope(deps.cells, storeIds, async (tx) => {
    const days = (await storesById(tx, storeIds, now)).map(({ store }) => store.businessDay.day)
    return days.toSorted().at(-1) ?? now.toISOString().slice(0, 10)
  })

interface Given {
  readonly what: string
  readonly requestId: string
  readonly now: Date
}

/** Nobody with an account asked, so the entries name no person; they name the link. */
const note = (deps: Deps, link: OpenedLink, { what, requestId, now }: Given): Promise<void> =>
  withDirectoryScope(deps.directory, link.storeIds, async (tx) => {
    await tx
      .updateTable('accountant_links')
      .set({ used_at: now })
      .where('store_id', 'in', [...link.storeIds])
      .where('id', '=', link.id)
      .execute()
    await tx
      .insertInto('audit_entries')
      .values(
        link.storeIds.map((storeId) => ({
          id: uuidv7(),
          at: now,
          actor_uid: null,
          action: 'access/accountant-file-given',
          store_id: storeId,
          subject: `${link.name}: ${what}`,
          details: JSON.stringify({ link: link.id }),
          request_id: requestId,
        })),
      )
      .execute()
  })

const refused = (path: string, message: string) =>
  new AppError('validation/refused', { details: [{ path, message }] })
