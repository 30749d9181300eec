import { maxListedRefunds, maxNeeds, type readHome as readHomeRoute } from '../../contract/home/home.ts'
import { roleMeets } from '../../contract/shared/access.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import { dueRefundsOf } from '../orders/orders.ts'
import { readDaySoFar } from '../reports/reports.ts'
import { hoursState, runningBreak, storesById } from '../stores/stores.ts'
import { returningItems, scheduledOrders } from './coming-up.reads.ts'
import { comingUp, type Event } from './coming-up.rules.ts'
import { readNeeds, type StoreOfCaller } from './needs.ts'
import { listedNeeds } from './rank-needs.rules.ts'
import type { OpenDispute } from './waiting-things.reads.ts'

/** What waits for a person, today so far, and what happens next: the home page in one moment. */
export async function readHome(call: Call<typeof readHomeRoute>): Promise<Reply<typeof readHomeRoute>> {
  const { deps, stores, caller, now } = call
  const ids = stores.map((store) => store.storeId)
  const roles = new Map(stores.map((store) => [store.storeId, store.role]))
  return withStoreScope(
    deps.cells,
    ids,
    async (tx) => {
      const rows = (await storesById(tx, ids, now)).map((row) => ({
        ...row,
        role: roles.get(row.store.id) ?? 'basic',
      }))
      const managed = rows.filter(({ role }) => roleMeets(role, 'manager')).map(({ store }) => store.id)
      const { needs, disputes } = await readNeeds(tx, rows, { uid: caller.uid, now })
      const events = [
        ...rows.flatMap((row) => [...storeEvents(row, now)]),
        ...disputes.flatMap(disputeEvent),
        ...of('scheduled', await scheduledOrders(tx, ids, now)),
        ...of('items-return', await returningItems(tx, ids, now)),
      ]
      return {
        generatedAt: now.toISOString(),
        needs: listedNeeds(needs, maxNeeds),
        waiting: needs.length,
        soon: comingUp(events, now),
        refunds: await dueRefundsOf(tx, managed, maxListedRefunds),
        // Last: its statements change how later ones of the transaction are planned.
        today: await readDaySoFar(tx, managed, now),
      }
    },
    { oneMoment: true },
  )
}

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
