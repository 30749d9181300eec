import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { localParts } from '../../contract/shared/day.ts'
import {
  quoteMinutes,
  type DeliveryQuote,
  type quoteDelivery as quoteRoute,
  type readRecentAddresses as recentRoute,
} from '../../contract/delivery/quote.ts'
import { zipCodeIn } from '../../contract/delivery/zip-code-in.ts'
import type { Reply } from '../../contract/shared/route.ts'
import type { Call } from '../calls/call.ts'
import { withStoreScope } from '../db/scope.ts'
import type { Cell } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors/app-error.ts'
import { placeOfZipCode } from '../stores/stores.ts'
import { pointOf, townOf } from './config.reads.ts'
import { degrees } from './degrees-sql.ts'
import { stateOf } from './modifier-state.rules.ts'
import { modifiersOf, settled } from './modifiers.reads.ts'
import { preparedZones } from './prepared-zones.ts'
import { districtIn, sumQuote, type QuotedPlace, type RunningModifier } from './quote.rules.ts'
import { surroundingsOf } from './surroundings.reads.ts'

export async function quoteDelivery(call: Call<typeof quoteRoute>): Promise<Reply<typeof quoteRoute>> {
  const { deps, storeId, body, now } = call
  const at = body.at === undefined ? now : new Date(body.at)
  const { place, found } = body.text
    ? await placeOfText(deps, storeId, body.text, body)
    : { place: body, found: null }
  const quote = await withStoreScope(deps.cells, [storeId], (tx) =>
    quoteFor(tx, storeId, { place, itemsCents: body.itemsCents, at, now }),
  )
  return found ? { ...quote, district: found } : quote
}

/** What is given stays; what the text says is added. A CEP without a known district is asked for at its service. */
async function placeOfText(
  deps: Deps,
  storeId: string,
  text: string,
  given: QuotedPlace,
): Promise<{ readonly place: QuotedPlace; readonly found: string | null }> {
  const { prepared, town } = await withStoreScope(deps.cells, [storeId], async (tx) => {
    const terms = await termsOf(tx, storeId, deps.now())
    return { prepared: await preparedZones(tx, storeId, terms.version), town: terms.town }
  })
  const zipCode = given.zipCode || zipCodeIn(text)
  const written = given.district || districtIn(prepared, text, town)
  const place = zipCode && !written ? await placeOfZipCode(deps.env, zipCode) : null
  const found = written || place?.district || null
  return { place: { ...given, zipCode, district: found ?? (zipCode ? null : text) }, found }
}

const shownAddresses = 3

export async function readRecentAddresses(
  call: Call<typeof recentRoute>,
): Promise<Reply<typeof recentRoute>> {
  const { deps, storeId, now } = call
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const terms = await termsOf(tx, storeId, now)
    const prepared = await preparedZones(tx, storeId, terms.version)
    const modifiers = terms.hasModifiers
      ? await runningModifiers(tx, storeId, { at: now, now, soon: true })
      : []
    const addresses = await recentAddresses(tx, storeId, now)
    return {
      addresses: addresses.map(({ street, number, district, zipCode, lat, lng, itemsCents }) => {
        const point = pointOf({ lat, lng })
        const sum = sumQuote({
          ...{ prepared, modifiers, at: now, itemsCents },
          ...{
            store: terms.store,
            town: terms.town,
            timezone: terms.timezone,
            paceMinutes: terms.paceMinutes,
          },
          place: { district, zipCode, point },
        })
        const words = sum.steps.at(-1)?.words ?? ''
        return { street: `${street}, ${number}`, district, zipCode, point, served: sum.served, words }
      }),
    }
  })
}

interface RecentAddress {
  readonly street: string
  readonly number: string
  readonly district: string
  readonly zipCode: string | null
  readonly lat: number | null
  readonly lng: number | null
  readonly itemsCents: number
}

async function recentAddresses(
  tx: Transaction<Cell>,
  storeId: string,
  now: Date,
): Promise<readonly RecentAddress[]> {
  const { rows } = await sql<RecentAddress>`
    with last as (
      select o.created_at, o.gross_cents, o.detail -> 'delivery' -> 'address' as a
      from orders o
      where o.store_id = ${storeId} and o.type = 'DELIVERY' and not o.is_test and o.status <> 'cancelled'
        and o.business_day > ${now}::date - 90 and jsonb_typeof(o.detail -> 'delivery' -> 'address') = 'object'
      order by o.business_day desc, o.created_at desc limit 60),
      doors as (
        select distinct on (lower(a ->> 'street'), lower(a ->> 'number')) * from last
        order by lower(a ->> 'street'), lower(a ->> 'number'), created_at desc)
    select coalesce(a ->> 'street', '') as street, coalesce(a ->> 'number', '') as number,
      coalesce(a ->> 'district', '') as district, substring(a ->> 'zipCode' from '^\\d{8}$') as "zipCode",
      ${degrees('lat')}::float8 as lat, ${degrees('lng')}::float8 as lng, gross_cents as "itemsCents"
    from doors order by created_at desc limit ${shownAddresses}`.execute(tx)
  return rows
}

/** Beyond it nobody knows how full the kitchen will be. */
const foreseeableMs = 60 * 60_000

interface Wish {
  readonly place: QuotedPlace
  readonly itemsCents: number
  /** For when. */
  readonly at: Date
  readonly now: Date
}

/** A quote that is kept for a while, for orders of any door. */
export async function quoteFor(
  tx: Transaction<Cell>,
  storeId: string,
  { place, itemsCents, at, now }: Wish,
): Promise<DeliveryQuote> {
  const terms = await termsOf(tx, storeId, now)
  const soon = Math.abs(at.getTime() - now.getTime()) < foreseeableMs
  const sum = sumQuote({
    prepared: await preparedZones(tx, storeId, terms.version),
    store: terms.store,
    town: terms.town,
    timezone: terms.timezone,
    at,
    place,
    itemsCents,
    modifiers: terms.hasModifiers ? await runningModifiers(tx, storeId, { at, now, soon }) : [],
    paceMinutes: soon ? terms.paceMinutes : 0,
  })
  const quote = {
    ...sum,
    quoteId: uuidv7(),
    expiresAt: new Date(now.getTime() + quoteMinutes * 60_000).toISOString(),
  }
  await keep(tx, storeId, { quote, itemsCents, now })
  return quote
}

async function termsOf(tx: Transaction<Cell>, storeId: string, now: Date) {
  const row = await tx
    .selectFrom('stores')
    .leftJoin('delivery_configs as config', 'config.store_id', 'stores.id')
    .leftJoin('store_capacity as pace', 'pace.store_id', 'stores.id')
    .select(['stores.timezone', 'stores.address', 'config.version', 'pace.extra_minutes', 'pace.until'])
    .select((is) =>
      is
        .exists(
          is
            .selectFrom('delivery_modifiers')
            .select(is.lit(1).as('one'))
            .where('store_id', '=', storeId)
            .where('active', '=', true),
        )
        .as('has_modifiers'),
    )
    .where('stores.id', '=', storeId)
    .executeTakeFirst()
  if (!row) throw new AppError('store/not-found')
  const over = row.until !== null && row.until <= now
  return {
    timezone: row.timezone,
    store: pointOf(row.address),
    town: townOf(row.address),
    version: row.version ?? 0,
    hasModifiers: Boolean(row.has_modifiers),
    paceMinutes: over ? 0 : (row.extra_minutes ?? 0),
  }
}

async function runningModifiers(
  tx: Transaction<Cell>,
  storeId: string,
  { at, now, soon }: { readonly at: Date; readonly now: Date; readonly soon: boolean },
): Promise<readonly RunningModifier[]> {
  const around = await surroundingsOf(tx, [storeId], now)
  const facts = around.get(storeId)
  if (!facts) return []
  const rows = await modifiersOf(tx, [storeId])
  // What an automatic one remembers follows from now; what is quoted follows from the moment asked for.
  const states = await settled(tx, rows, around)
  const later = at.getTime() === now.getTime() ? null : await surroundingsOf(tx, [storeId], at)
  const shown = later ? settledAt(states, later.get(storeId) ?? facts, soon) : states
  return shown.flatMap(([row, state]) =>
    state.on ? [{ ...row, untilText: untilText(state.until, facts.timezone) }] : [],
  )
}

type Settled = Awaited<ReturnType<typeof settled>>

function settledAt(states: Settled, facts: Parameters<typeof stateOf>[1], soon: boolean): Settled {
  return states.map(([row, state]) => {
    const byQueue = row.when.kind === 'queueOver' || row.when.kind === 'freeCouriersUnder'
    if (byQueue) return [row, soon ? state : { on: false, since: null, until: null }] as const
    return [row, stateOf(row, facts)] as const
  })
}

function untilText(until: Date | null, timezone: string): string {
  if (until === null) return ''
  const { hour, minute } = localParts(until, timezone)
  return `até ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/** Losing it in a crash costs a new quote, so nobody waits for the disk. */
async function keep(
  tx: Transaction<Cell>,
  storeId: string,
  {
    quote,
    itemsCents,
    now,
  }: { readonly quote: DeliveryQuote; readonly itemsCents: number; readonly now: Date },
): Promise<void> {
  await sql`
    with old as (
      delete from delivery_quotes where (store_id, id) in (
        select store_id, id from delivery_quotes
        where store_id = ${storeId} and expires_at < ${now}::timestamptz - interval '1 hour' limit 20)),
      relaxed as (select set_config('synchronous_commit', 'off', true))
    insert into delivery_quotes (store_id, id, expires_at, items_cents, quote)
    select ${storeId}, ${quote.quoteId}, ${quote.expiresAt}, ${itemsCents}, ${JSON.stringify(quote)}::jsonb
    from relaxed`.execute(tx)
}
