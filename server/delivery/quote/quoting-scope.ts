import type { Transaction } from 'kysely'
import type { DeliveryQuote } from '../../../contract/delivery/quote.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import type { DoorAddress } from '../points/address-points.ts'
import { geocoderOf } from '../points/geocoder.ts'
import { locateAddress } from '../points/locate-address.ts'
import { answerFor, keepQuote, type QuoteWish } from './answer-quote.ts'

/** A quote that is kept for half an hour, with the map's credits where the geocoder named its point. */
export type Quote = (wish: QuoteWish) => Promise<DeliveryQuote>

/**
 * Runs the work in a transaction of the store that may quote. Where only a point would decide a quote, the transaction is
 * rolled back, the geocoder is asked for that address, seconds at most, and the work runs once more, with the point or
 * without it. So the work changes nothing outside the transaction.
 */
export async function withQuotingScope<T>(
  deps: Deps,
  storeId: string,
  work: (tx: Transaction<Cell>, quote: Quote) => Promise<T>,
): Promise<T> {
  const geocoder = geocoderOf(deps)
  const run = (mayLocate: boolean) =>
    withStoreScope(deps.cells, [storeId], (tx) =>
      work(tx, async (wish) => {
        const { sum, unlocated } = await answerFor(tx, storeId, wish)
        if (mayLocate && unlocated) throw new Unlocated(unlocated)
        const quote = await keepQuote(tx, storeId, wish, sum)
        return geocoder && quote.point?.source === 'geocoder'
          ? { ...quote, attribution: geocoder.attribution }
          : quote
      }),
    )
  if (!geocoder) return run(false)
  try {
    return await run(true)
  } catch (error) {
    if (!(error instanceof Unlocated)) throw error
    await locateAddress(deps, geocoder, storeId, error.door)
    return run(false)
  }
}

/** Rolls the transaction back. */
class Unlocated extends Error {
  readonly door: DoorAddress

  constructor(door: DoorAddress) {
    super('A point would decide this quote.')
    this.door = door
  }
}
