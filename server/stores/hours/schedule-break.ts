import type { Transaction } from 'kysely'
import { dayMs } from '../../../contract/shared/durations.ts'
import { marketplaces, type Platform } from '../../../contract/shared/channels.ts'
import {
  furthestBreakDays,
  maxBreaks,
  type endBreak as endBreakRoute,
  type ScheduledBreak,
  type scheduleBreak as scheduleBreakRoute,
} from '../../../contract/stores/hours.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import type { Caller } from '../../calls/caller.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { audit } from '../../identity/identity.ts'
import { addBreak, endBreaks, nextPaceVersion } from './breaks.ts'
import { breaksOf, breakView, type BreakRow } from './breaks.reads.ts'
import { breakSpanText } from './when.rules.ts'

/** Of two breaks that share a channel and a minute the second is refused; the pause of the orders screen is not asked. */
export async function scheduleBreak(
  call: Call<typeof scheduleBreakRoute>,
): Promise<Reply<typeof scheduleBreakRoute>> {
  return withStoreScope(call.deps.cells, [call.storeId], (tx) => scheduleBreakIn(tx, call))
}

/** A write in one store, wherever it is asked for. */
export type BreakCall = Pick<Call<typeof endBreakRoute>, 'storeId' | 'now' | 'requestId'> & {
  readonly caller: Pick<Caller, 'uid' | 'name'>
}

export async function scheduleBreakIn(
  tx: Transaction<Cell>,
  its: BreakCall & { readonly body: Call<typeof scheduleBreakRoute>['body'] },
): Promise<ScheduledBreak> {
  const { caller, storeId, body, now, requestId } = its
  const end = new Date(body.end)
  // A break that should have begun begins now.
  const start = new Date(Math.max(Date.parse(body.start), now.getTime()))
  if (end <= now) refuse('end', 'Esta pausa já teria terminado.')
  if (end.getTime() - now.getTime() > furthestBreakDays * dayMs)
    refuse('end', 'Uma pausa termina no máximo daqui a um ano. Para fechar por mais tempo, desative a loja.')
  // One at a time for a store: two equal breaks at once are one.
  const store = await tx
    .selectFrom('stores')
    .select('timezone')
    .where('id', '=', storeId)
    .forUpdate()
    .executeTakeFirst()
  if (!store) throw new AppError('store/not-found')
  const breaks = await breaksOf(tx, [storeId], now)
  const channels = await wholeOrSome(tx, storeId, body.channels ?? [])
  const taken = breaks.find(
    (one) =>
      one.name !== null &&
      one.madeBy === null &&
      one.start < end &&
      (one.end === null || one.end > start) &&
      shareChannel(one.channels, channels),
  )
  if (taken)
    refuse('start', `Nesse horário já há a pausa “${taken.name}”, ${breakSpanText(taken, store.timezone)}.`)
  if (breaks.length >= maxBreaks)
    refuse('name', `A loja já tem ${maxBreaks} pausas programadas. Tire uma antes.`)
  const id = await addBreak(tx, storeId, { name: body.name, start, end, channels, setBy: caller.name }, now)
  if (start <= now) await nextPaceVersion(tx, storeId, now)
  const made: BreakRow = {
    storeId,
    id,
    name: body.name,
    start,
    end,
    channels,
    setBy: caller.name,
    setAt: now,
    madeBy: null,
  }
  await audit(tx, {
    actorUid: caller.uid,
    action: 'hours/break-scheduled',
    storeId,
    subject: id,
    details: { before: null, after: { name: body.name, start, end, channels } },
    requestId,
    at: now,
  })
  return breakView(made, now)
}

export async function endBreak(call: Call<typeof endBreakRoute>): Promise<Reply<typeof endBreakRoute>> {
  const { deps, storeId, params, now } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    await endBreakIn(tx, call, params.id)
    return { breaks: (await breaksOf(tx, [storeId], now)).map((one) => breakView(one, now)) }
  })
}

export async function endBreakIn(
  tx: Transaction<Cell>,
  { caller, storeId, now, requestId }: BreakCall,
  breakId: string,
): Promise<void> {
  const row = await tx
    .selectFrom('breaks')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('id', '=', breakId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('store/break-not-found')
  const over = row.ended_at !== null || (row.ends_at !== null && row.ends_at <= now)
  if (over) throw new AppError('store/break-over')
  await endBreaks(tx, storeId, [breakId], now)
  await nextPaceVersion(tx, storeId, now)
  const { name, starts_at: start, ends_at: end, channels } = row
  await audit(tx, {
    actorUid: caller.uid,
    action: start > now ? 'hours/break-called-off' : 'hours/break-ended',
    storeId,
    subject: breakId,
    details: { before: { name, start, end, channels }, after: null },
    requestId,
    at: now,
  })
}

/** All of the store's channels are "every channel": the store is closed, not each of its channels. */
async function wholeOrSome(
  tx: Transaction<Cell>,
  storeId: string,
  channels: readonly Platform[],
): Promise<readonly Platform[]> {
  if (channels.length === 0) return []
  const connected = await tx
    .selectFrom('integrations')
    .select('type')
    .where('store_id', '=', storeId)
    .where('status', '=', 'active')
    .where('type', 'in', marketplaces)
    .execute()
  const own = ['balcao', ...connected.map(({ type }) => type)]
  return own.every((one) => channels.some((channel) => channel === one)) ? [] : channels
}

const shareChannel = (a: readonly Platform[], b: readonly Platform[]): boolean =>
  a.length === 0 || b.length === 0 || a.some((channel) => b.includes(channel))

function refuse(path: string, message: string): never {
  throw new AppError('validation/refused', { details: [{ path, message }] })
}
