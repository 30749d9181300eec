import { maxListedRefunds, maxNeeds, type readHome as readHomeRoute } from '../../contract/home/home.ts'
import { roleMeets } from '../../contract/shared/access.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { readEachCell } from '../db/many-stores.ts'
import { dueRefundsOf } from '../orders/orders.ts'
import { daySoFar, readSoFar } from '../reports/reports.ts'
import { hoursState, runningBreak, storesById } from '../stores/stores.ts'
import { returningItems, scheduledOrders } from './coming-up.reads.ts'
import { comingUp, type Event } from './coming-up.rules.ts'
import { readPricedNeeds, withoutRank, type StoreOfCaller } from './needs.ts'
import { listedNeeds, rankNeeds } from './rank-needs.rules.ts'
import type { OpenDispute } from './waiting-things.reads.ts'

/** What waits for a person, today so far, and what happens next: the home page in one moment. */
export async function readHome(call: Call<typeof readHomeRoute>): Promise<Reply<typeof readHomeRoute>> {
  const { deps, stores, caller, now } = call
  const ids = stores.map((store) => store.storeId)
  const roles = new Map(stores.map((store) => [store.storeId, store.role]))
  const cells = await readEachCell(
    deps.cells,
    ids,
    async (tx, here) => {
      const rows = (await storesById(tx, here, now)).map((row) => ({
        ...row,
        role: roles.get(row.store.id) ?? 'basic',
      }))
      const managed = rows.filter(({ role }) => roleMeets(role, 'manager')).map(({ store }) => store.id)
      const { needs, disputes } = await readPricedNeeds(tx, rows, { uid: caller.uid, now })
      const events = [
        ...rows.flatMap((row) => [...storeEvents(row, now)]),
        ...disputes.flatMap(disputeEvent),
        ...of('scheduled', await scheduledOrders(tx, here, now)),
        ...of('items-return', await returningItems(tx, here, now)),
      ]
      return {
        needs,
        events,
        refunds: await dueRefundsOf(tx, managed, maxListedRefunds),
        // Last: its statements change how later ones of the transaction are planned.
        today: await readSoFar(tx, managed, now),
      }
    },
    { oneMoment: true },
  )
  const needs = rankNeeds(
    cells.flatMap((cell) => cell.needs),
    now,
  ).map(withoutRank)
  return {
    generatedAt: now.toISOString(),
    needs: listedNeeds(needs, maxNeeds),
    waiting: needs.length,
    soon: comingUp(
      cells.flatMap(({ events }) => events),
      now,
    ),
    refunds: mergeRefunds(cells.map(({ refunds }) => refunds)),
    today: daySoFar(
      cells.flatMap(({ today }) => today ?? []),
      now,
    ),
  }
}

type Refunds = Awaited<ReturnType<typeof dueRefundsOf>>

const mergeRefunds = (cells: readonly Refunds[]): Refunds => ({
  count: cells.reduce((sum, { count }) => sum + count, 0),
  cents: cells.reduce((sum, { cents }) => sum + cents, 0),
  listed: cells
    .flatMap(({ listed }) => listed)
    .toSorted((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : a.id < b.id ? -1 : 1))
    .slice(0, maxListedRefunds),
})

const of = (kind: Event['kind'], found: readonly Omit<Event, 'kind'>[]): readonly Event[] =>
  found.map((one) => ({ kind, ...one }))

/** When the store opens, closes or comes back from a pause. */
function* storeEvents({ store, today }: StoreOfCaller, now: Date): Generator<Event> {
  if (!store.active) return
  const { open, changesAt } = hoursState(today.schedule, now, today.timezone)
  if (changesAt) yield { kind: open ? 'closes' : 'opens', storeId: store.id, at: changesAt, count: 1 }
  const until = runningBreak(today.breaks, null, now)?.end
  if (until) yield { kind: 'pause-ends', storeId: store.id, at: until, count: 1 }
}

const disputeEvent = ({ storeId, expiresAt }: OpenDispute): readonly Event[] =>
  expiresAt ? [{ kind: 'dispute-ends', storeId, at: expiresAt, count: 1 }] : []
