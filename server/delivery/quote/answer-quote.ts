import { sql, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { quoteMinutes, type DeliveryQuote, type FoundPoint } from '../../../contract/delivery/quote.ts'
import type { Cell } from '../../db/tables.ts'
import { keptPoint, type DoorAddress, type KeptPoint } from '../points/address-points.ts'
import { learntHints } from '../points/learnt-hints.reads.ts'
import {
  sumQuote,
  type QuotedPlace,
  type QuoteInput,
  type QuoteSum,
  type StaffChoice,
} from './quote.rules.ts'
import { quoteTerms, type QuoteMoment, type QuoteTerms } from './quote-terms.reads.ts'

export interface QuoteWish extends QuoteMoment {
  readonly place: QuotedPlace
  /** Its street and door, where they are known. */
  readonly address?: Omit<DoorAddress, 'district'> | null | undefined
  readonly chosen?: StaffChoice | null | undefined
  readonly itemsCents: number
}

/** A quote that is kept for half an hour, for orders of any door. */
export async function quoteFor(
  tx: Transaction<Cell>,
  storeId: string,
  wish: QuoteWish,
): Promise<DeliveryQuote> {
  return keepQuote(tx, storeId, wish, (await answerFor(tx, storeId, wish)).sum)
}

export interface QuoteAnswer {
  readonly sum: QuoteSum
  /** A point would decide, and nothing is kept of this address; null: a point would not help. */
  readonly unlocated: DoorAddress | null
}

/** By what is asked, then by what is kept with the address, then by what the store's deliveries teach. */
export async function answerFor(
  tx: Transaction<Cell>,
  storeId: string,
  wish: QuoteWish,
): Promise<QuoteAnswer> {
  return answerBy(tx, storeId, await quoteTerms(tx, storeId, wish), wish)
}

export async function answerBy(
  tx: Transaction<Cell>,
  storeId: string,
  terms: QuoteTerms,
  { place, address, chosen, itemsCents, now }: QuoteWish,
): Promise<QuoteAnswer> {
  const door = place.point ? null : doorOf(address, place)
  const kept = door && (await keptPoint(tx, storeId, door, now))
  const asked = { ...terms, place: withKept(place, kept), itemsCents }
  const sum = sumQuote(asked)
  if (sum.refusal !== 'unknown') return { sum, unlocated: null }
  const best = bestOf([asked, ...(await withHints(tx, storeId, asked, kept?.point ?? null))])
  if (best.sum.refusal !== 'unknown') return { sum: best.sum, unlocated: null }
  return {
    sum: chosen ? sumQuote({ ...best.input, chosen }) : best.sum,
    unlocated: !kept && wantsPoint(best.sum, terms) ? door : null,
  }
}

const doorOf = (address: QuoteWish['address'], { district }: QuotedPlace): DoorAddress | null =>
  address && address.street !== '' && address.number !== '' ? { ...address, district: district ?? '' } : null

/** A kept point of the door itself is as good as one that is given. */
const withKept = (place: QuotedPlace, kept: KeptPoint | null): QuotedPlace =>
  kept?.point?.metres === 0 ? { ...place, point: kept.point, pointSource: kept.point.source } : place

/** The same question with each thing that is known of the address beside it. */
async function withHints(
  tx: Transaction<Cell>,
  storeId: string,
  asked: QuoteInput,
  near: FoundPoint | null,
): Promise<readonly QuoteInput[]> {
  const { district = null, zipCode = null } = asked.place
  const { points, zipCodes, district: ofZipCode } = await learntHints(tx, storeId, { district, zipCode })
  return [near, ...points, null].map((point) => ({
    ...asked,
    hints: { point, zipCodes, district: ofZipCode },
  }))
}

/** The first that decides; else the one that leaves the fewest zones. */
function bestOf(inputs: readonly QuoteInput[]): { readonly input: QuoteInput; readonly sum: QuoteSum } {
  const answers = inputs.map((input) => ({ input, sum: sumQuote(input) }))
  const [best] = answers
    .filter(({ sum }) => sum.refusal !== 'unknown')
    .concat(answers.toSorted((a, b) => a.sum.choices.length - b.sum.choices.length))
  if (!best) throw new Error('A quote without a question.')
  return best
}

function wantsPoint({ choices }: QuoteSum, { prepared }: QuoteTerms): boolean {
  const possible = new Set(choices.map(({ zoneId }) => zoneId))
  return prepared.zones.some(
    ({ id, shape }) => possible.has(id) && (shape.kind === 'polygon' || shape.kind === 'radius'),
  )
}

/** Losing it in a crash costs a new quote, so nobody waits for the disk. */
export async function keepQuote(
  tx: Transaction<Cell>,
  storeId: string,
  { itemsCents, now }: Pick<QuoteWish, 'itemsCents' | 'now'>,
  sum: QuoteSum,
): Promise<DeliveryQuote> {
  const quote = {
    ...sum,
    quoteId: uuidv7(),
    expiresAt: new Date(now.getTime() + quoteMinutes * 60_000).toISOString(),
  }
  await sql`
    with old as (
      delete from delivery_quotes where (store_id, id) in (
        select store_id, id from delivery_quotes
        where store_id = ${storeId} and expires_at < ${now}::timestamptz - interval '1 hour' limit 20)),
      relaxed as (select set_config('synchronous_commit', 'off', true))
    insert into delivery_quotes (store_id, id, expires_at, items_cents, quote)
    select ${storeId}, ${quote.quoteId}, ${quote.expiresAt}, ${itemsCents}, ${JSON.stringify(quote)}::jsonb
    from relaxed`.execute(tx)
  return quote
}
