import { sql, type RawBuilder, type Transaction } from 'kysely'
import {
  dispute as disputeView,
  recordDays,
  type Dispute,
  type readDisputes as readDisputesRoute,
} from '../../../contract/orders/disputes.ts'
import { dayMs } from '../../../contract/shared/durations.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { mergeSorted, readEachCell } from '../../db/many-stores.ts'
import type { Cell } from '../../db/tables.ts'
import type { Call } from '../../calls/call.ts'
import { reportOddRow } from '../../errors/odd-rows.ts'
import { shownRow } from '../../marketplaces/sanitise/fit-to-schema.ts'

/** Older disputes are not listed; the report counts all of them. */
const maxShown = 200

export async function readDisputes(
  call: Call<typeof readDisputesRoute>,
): Promise<Reply<typeof readDisputesRoute>> {
  const { deps, stores, query, now } = call
  const ids = stores.map((store) => store.storeId)
  const open = sql`d.state in ('open', 'answering', 'countered')`
  const chosen = sql`d.store_id = any (${ids}::uuid[]) and exists (
    select from jsonb_to_recordset(${JSON.stringify(stores)}::jsonb) as c ("storeId" uuid, merchants jsonb)
    where c."storeId" = d.store_id and (c.merchants is null or c.merchants ? d.merchant_id))`
  const cells = await readEachCell(deps.cells, ids, async (tx) => ({
    disputes: await disputeRows(
      tx,
      sql`
        where ${chosen} and ${query.show === 'open' ? open : sql`true`}
        order by ${open} desc, case when ${open} then d.expires_at <= ${now} end, case when ${open} then d.expires_at end,
          d.opened_at desc limit ${maxShown}`,
    ),
    record: await recordOf(tx, chosen, now),
  }))
  const [first, ...others] = cells.map(({ disputes }) => disputes)
  return {
    disputes: mergeSorted([first ?? [], ...others], (a, b) => inListOrder(a, b, now)).slice(0, maxShown),
    record: {
      ended: cells.reduce((sum, { record }) => sum + record.ended, 0),
      won: cells.reduce((sum, { record }) => sum + record.won, 0),
    },
  }
}

/** As the statement sorts them: open ones first, by when they expire, those that did last; then the newest. */
function inListOrder(a: Dispute, b: Dispute, now: Date): number {
  const isOpen = ({ state }: Dispute) => ['open', 'answering', 'countered'].includes(state)
  if (isOpen(a) !== isOpen(b)) return isOpen(a) ? -1 : 1
  const end = ({ expiresAt }: Dispute) => (expiresAt === null ? Infinity : Date.parse(expiresAt))
  const isOver = (one: Dispute) => Number(end(one) <= now.getTime())
  const byEnd = isOpen(a) ? isOver(a) - isOver(b) || end(a) - end(b) : 0
  return byEnd || Date.parse(b.openedAt) - Date.parse(a.openedAt)
}

/** The outcomes of the last days. Opened at most a month before they end, so the index by day serves. */
async function recordOf(tx: Transaction<Cell>, chosen: RawBuilder<unknown>, now: Date) {
  const from = new Date(now.getTime() - recordDays * dayMs)
  const { rows } = await sql<{ ended: number; won: number }>`
    select count(*)::integer as ended, (count(*) filter (where d.lost_cents = 0))::integer as won
    from disputes d
    where ${chosen} and d.state in ('accepted', 'rejected', 'expired') and d.settled_at > ${from}
      and d.business_day > ${from}::date - 30`.execute(tx)
  return rows[0] ?? { ended: 0, won: 0 }
}

export async function oneDispute(
  tx: Transaction<Cell>,
  storeId: string,
  disputeId: string,
): Promise<Dispute | null> {
  const rows = await disputeRows(tx, sql`where d.store_id = ${storeId} and d.id = ${disputeId}`)
  return rows[0] ?? null
}

async function disputeRows(tx: Transaction<Cell>, which: RawBuilder<unknown>): Promise<readonly Dispute[]> {
  const instant = (column: string) =>
    sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const { rows } = await sql<{ dispute: Dispute }>`
    select jsonb_build_object(
      'id', d.id, 'storeId', d.store_id, 'storeName', s.name, 'source', d.source, 'orderId', d.order_id, 'displayId', o.display_id,
      'customer', coalesce(left(o.detail #>> '{customer,name}', 200), ''), 'kind', d.kind,
      'message', d.message, 'askedCents', d.asked_cents, 'askedExact', d.asked_exact, 'openedAt', ${instant('d.opened_at')}, 'expiresAt', ${instant('d.expires_at')},
      'timeoutAction', d.timeout_action, 'acceptReasons', to_jsonb(d.reasons), 'alternatives', d.alternatives,
      'claims', d.claims, 'photos', cardinality(d.photos), 'state', d.state,
      'answeredBy', d.answered_by, 'refusal', d.refusal, 'settledAt', ${instant('d.settled_at')}, 'lostCents', d.lost_cents,
      'savedCents', d.saved_cents) as dispute
    from disputes d
      join stores s on s.id = d.store_id
      join orders o on o.store_id = d.store_id and o.id = d.order_id
    ${which}`.execute(tx)
  return rows.flatMap(({ dispute }) => {
    const shown = shownRow(disputeView, dispute)
    if (!shown || shown.odd)
      reportOddRow({ kind: 'dispute', storeId: dispute.storeId, id: dispute.id, shown: shown !== null })
    return shown ? [shown.value] : []
  })
}
