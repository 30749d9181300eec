import type { Transaction } from 'kysely'
import type { Need } from '../../contract/home/home.ts'
import { roleMeets, type RoleName } from '../../contract/shared/access.ts'
import { isPlatform } from '../../contract/shared/channels.ts'
import { localParts } from '../../contract/shared/day.ts'
import type { Cell } from '../db/tables.ts'
import { printStates } from '../printing/printing.ts'
import { hoursState, openStatus, runningBreak, type StoreRow } from '../stores/stores.ts'
import { rankNeeds, waits, type Ranked } from './rank-needs.rules.ts'
import {
  failedRows,
  heldPauses,
  openDisputes,
  ordersToAccept,
  reviewedStores,
  usualHour,
  waitingReviews,
  type OpenDispute,
  type UsualHour,
} from './waiting-things.reads.ts'
import { accessNeeds } from './access-needs.ts'
import { holidayNeeds } from './holiday-needs.ts'
import { longPauseNeeds } from './long-pause-needs.ts'
import { priceNeeds } from './price-needs.ts'
import { chatNeeds, lineNeeds, unconfirmedNeeds } from './whatsapp-needs.ts'

export interface StoreOfCaller extends StoreRow {
  readonly role: RoleName
}

type RankedNeed = Need & Ranked

interface Reader {
  readonly uid: string
  readonly now: Date
  /**
   * What the page of a group lists waits, too: a pause that ends on its own, prices that are out of line between channels, items that
   * nobody brought back, holidays without a decision.
   */
  readonly group?: boolean
}

/** Everything of these stores that waits for a person of the caller's role, most urgent first, with what it costs. */
export async function readPricedNeeds(
  tx: Transaction<Cell>,
  rows: readonly StoreOfCaller[],
  { uid, now, group = false }: Reader,
): Promise<{ readonly needs: readonly RankedNeed[]; readonly disputes: readonly OpenDispute[] }> {
  const ids = rows.map(({ store }) => store.id)
  const managedRows = rows.filter(({ role }) => roleMeets(role, 'manager'))
  const managed = managedRows.map(({ store }) => store.id)
  const reviewed = reviewedStores(managedRows)
  const sees = (storeId: string) => managed.includes(storeId)
  const disputes = await openDisputes(tx, ids, now)
  const loss = lossesOf(
    await usualHour(
      tx,
      rows.map((row) => hourOf(row, now)),
    ),
  )
  const held = await heldPauses(tx, ids, now)
  const access = await accessNeeds(tx, managed, { loss, now })
  const found: RankedNeed[] = [
    ...(await acceptances(tx, rows, sees)),
    ...rows
      .flatMap((row) => [...storeNeeds(row, { now, loss, held, timedPauses: group })])
      // A channel that shut us out is silent for that reason.
      .filter((need) => !(need.kind === 'channel' && need.state === 'silent' && access.some(isOf(need)))),
    ...(await printers(tx, ids, now)).filter(({ storeId, printer }) => canMend(printer, sees(storeId))),
    ...(await chatNeeds(tx, rows, { uid, now })),
    ...(await unconfirmedNeeds(tx, ids, now)),
    ...(await lineNeeds(tx, managed, { loss, now })),
    ...disputes.flatMap((dispute) => disputeNeed(dispute, sees(dispute.storeId))),
    ...(await waitingReviews(tx, reviewed, now)).map(({ storeId, count, lowestScore, due, since }) => ({
      kind: 'reviews' as const,
      ...waits(`reviews ${storeId}`, storeId, { deadline: due, since }),
      count,
      lowestScore,
    })),
    ...access,
    ...(group ? await priceNeeds(tx, managed, now) : []),
    ...(group ? await holidayNeeds(tx, managedRows, now) : []),
    ...(await failedRows(tx, managed)).map(({ storeId, count, since }) => ({
      kind: 'failed-rows' as const,
      ...waits(`failed ${storeId}`, storeId, { since }),
      count,
    })),
  ]
  if (group) {
    // What a store that stands still loses is in its own row.
    const stopped = new Set(found.flatMap(({ kind, storeId }) => (stops.includes(kind) ? [storeId] : [])))
    const ofItems = (storeId: string) => (stopped.has(storeId) ? 0 : loss(storeId))
    found.push(...(await longPauseNeeds(tx, managed, { loss: ofItems, now })))
  }
  return { needs: rankNeeds(found, now), disputes }
}

const stops: readonly Need['kind'][] = ['paused', 'inactive']

const isOf =
  (channel: { readonly storeId: string; readonly platform: string }) =>
  (one: typeof channel): boolean =>
    one.storeId === channel.storeId && one.platform === channel.platform

export function withoutRank({ dies: _dies, lossPerHour: _loss, ...need }: RankedNeed): Need {
  return need
}

async function acceptances(
  tx: Transaction<Cell>,
  rows: readonly StoreOfCaller[],
  sees: (storeId: string) => boolean,
) {
  const orders = await ordersToAccept(
    tx,
    rows.map(({ store }) => store.id),
  )
  const targetMs = new Map(rows.map(({ store }) => [store.id, store.acceptWithinMinutes * 60_000]))
  return orders.flatMap((order) => {
    const { storeId, id, displayId, platform, type, customer, version, createdAt, confirmBy } = order
    if (!isPlatform(platform)) return []
    const deadline = confirmBy ?? new Date(createdAt.getTime() + (targetMs.get(storeId) ?? 0))
    const dies = confirmBy !== null
    return [
      {
        kind: 'accept' as const,
        ...waits(`order ${id}`, storeId, { deadline, since: createdAt, dies }),
        amountCents: sees(storeId) ? order.cents : null,
        order: { id, displayId, platform, type, customer, version, dies },
      },
    ]
  })
}

interface StoreFacts {
  readonly now: Date
  readonly loss: (storeId: string, platform?: string) => number
  readonly held: ReadonlySet<string>
  readonly timedPauses: boolean
}

/** What keeps a store, or one of its channels, from selling within its hours. */
function* storeNeeds({ store, today, role }: StoreOfCaller, facts: StoreFacts) {
  const { now, loss, timedPauses } = facts
  const byHours = hoursState(today.schedule, now, today.timezone).open
  if (!byHours || !store.active) yield* channelNeeds({ store, today, role }, facts, ['selling'])
  if (!byHours) return
  const pause = runningBreak(today.breaks, null, now)
  if (!store.active) {
    if (roleMeets(role, 'manager'))
      yield {
        kind: 'inactive' as const,
        ...waits(`inactive ${store.id}`, store.id, {
          since: today.activeSince ?? today.updatedAt,
          lossPerHour: loss(store.id),
        }),
        menuSlug: store.menuSlug,
      }
    return
  }
  // One with an end is a wish, and ends on its own.
  if (pause && (pause.end === null || timedPauses))
    yield {
      kind: 'paused' as const,
      ...waits(`paused ${store.id}`, store.id, {
        deadline: pause.end,
        since: pause.start,
        lossPerHour: loss(store.id),
      }),
      by: pause.setBy,
    }
  yield* channelNeeds({ store, today, role }, facts, ['closed', 'silent', 'selling'])
}

/** Before everything else that loses money: each order that comes in is one nobody makes. */
const sellsWronglyRank = 1e12

function* channelNeeds(
  { store, today }: StoreOfCaller,
  { now, loss, held }: StoreFacts,
  states: readonly ('closed' | 'silent' | 'selling')[],
) {
  for (const { code, channel, since, message, fix } of openStatus(today, now).reasons) {
    const state = channelStates[code]
    if (channel === null || state === undefined || !states.includes(state)) continue
    yield {
      kind: 'channel' as const,
      ...waits(`channel ${store.id} ${channel} ${state}`, store.id, {
        since: since === null ? null : new Date(since),
        lossPerHour: state === 'selling' ? sellsWronglyRank : loss(store.id, channel),
      }),
      platform: channel,
      state,
      message,
      fix,
      ourPause: state === 'closed' && held.has(store.id),
    }
  }
}

const channelStates: Readonly<Record<string, 'closed' | 'silent' | 'selling'>> = {
  'channel-closed': 'closed',
  'channel-silent': 'silent',
  'channel-selling': 'selling',
}

async function printers(tx: Transaction<Cell>, storeIds: readonly string[], now: Date) {
  const states = await printStates(tx, storeIds, now)
  return states.printers.flatMap(({ id, storeId, name, state, since, cause, others, unprinted }) =>
    state === 'out' || unprinted.length > 0
      ? [
          {
            kind: 'printer' as const,
            ...waits(`printer ${id}`, storeId, { since: new Date(since) }),
            printer: { id, name, out: state === 'out', cause, unprinted, others },
          },
        ]
      : [],
  )
}

/** A test page is for managers; tickets are for everybody. */
const canMend = (printer: { readonly unprinted: readonly string[] }, manages: boolean): boolean =>
  manages || printer.unprinted.length > 0

function disputeNeed(dispute: OpenDispute, seesMoney: boolean) {
  const { storeId, id, platform, displayId, customer, message, cents, openedAt, expiresAt } = dispute
  if (!isPlatform(platform)) return []
  return [
    {
      kind: 'dispute' as const,
      ...waits(`dispute ${id}`, storeId, { deadline: expiresAt, since: openedAt }),
      amountCents: seesMoney ? cents : null,
      dispute: { id, platform, displayId, customer, message },
    },
  ]
}

const hourOf = ({ store, today }: StoreRow, now: Date) => ({
  storeId: store.id,
  day: store.businessDay.day,
  hour: localParts(now, today.timezone).hour,
})

/** Centavos that a store, or one of its channels, usually sells in this hour. */
function lossesOf(rows: readonly UsualHour[]): StoreFacts['loss'] {
  return (storeId, platform) =>
    rows
      .filter((row) => row.storeId === storeId && (platform === undefined || row.platform === platform))
      .reduce((sum, row) => sum + row.cents, 0)
}
