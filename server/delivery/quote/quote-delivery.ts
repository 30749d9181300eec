import type { Transaction } from 'kysely'
import type { quoteDelivery as quoteRoute } from '../../../contract/delivery/quote.ts'
import { startsWithSector, startsWithStreet } from '../../../contract/delivery/address-words.ts'
import type { Town } from '../../../contract/delivery/known-district.ts'
import { readAddress } from '../../../contract/delivery/read-address.ts'
import { zipCodeIn } from '../../../contract/delivery/zip-code-in.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import type { Call } from '../../calls/call.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Cell } from '../../db/tables.ts'
import { placeOfZipCode } from '../../stores/stores.ts'
import { keepPoint } from '../points/address-points.ts'
import type { QuoteWish } from './answer-quote.ts'
import { districtIn } from './prepare-zones.rules.ts'
import { quoteTerms } from './quote-terms.reads.ts'
import { withQuotingScope } from './quoting-scope.ts'

export async function quoteDelivery(call: Call<typeof quoteRoute>): Promise<Reply<typeof quoteRoute>> {
  const { deps, storeId, body, now, caller } = call
  const { place, address, found } = body.text
    ? await placeOfText(call, body.text)
    : { place: body, address: body.address, found: null }
  const wish: QuoteWish = {
    ...{ place, address, itemsCents: body.itemsCents, now },
    at: body.at === undefined ? now : new Date(body.at),
    chosen: body.zoneId ? { zoneId: body.zoneId, by: caller.name } : null,
  }
  const quote = await withQuotingScope(deps, storeId, async (tx, quoteOf) => {
    await keepMarked(tx, storeId, wish)
    return quoteOf(wish)
  })
  return { ...quote, ...(found ? { district: found } : {}) }
}

/** A point that a person marked is known the next time. */
async function keepMarked(tx: Transaction<Cell>, storeId: string, { place, address, now }: QuoteWish) {
  if (!place.point || place.pointSource !== 'map' || !address?.street || address.number === '') return
  const door = { ...address, district: place.district ?? '' }
  await keepPoint(tx, storeId, door, {
    source: 'map',
    point: { ...place.point, source: 'map', metres: 0 },
    now,
  })
}

type Asked = Pick<QuoteWish, 'place' | 'address'> & { readonly found: string | null }

/** What is given stays; what the text says is added. A CEP without a known district is asked for at its service. */
async function placeOfText(call: Call<typeof quoteRoute>, text: string): Promise<Asked> {
  const { deps, storeId, body, now } = call
  const { prepared, town } = await withStoreScope(deps.cells, [storeId], (tx) =>
    quoteTerms(tx, storeId, { at: now, now }),
  )
  const zipCode = body.zipCode || zipCodeIn(text)
  const written = body.district || districtIn(prepared, text, town)
  const ofZipCode = zipCode && !written ? await placeOfZipCode(deps.env, zipCode) : null
  const found = written || ofZipCode?.district || null
  const said = saidIn(text, town)
  const district = found ?? (zipCode ? null : said.district)
  return { place: { ...body, zipCode, district }, address: body.address ?? said.address, found }
}

/** Words that begin with a street are an address; other words name a district. */
function saidIn(
  text: string,
  town: Town | null,
): { readonly district: string | null; readonly address: QuoteWish['address'] } {
  if (!startsWithStreet(text) && !startsWithSector(text)) return { district: text, address: null }
  const { street, number, district, city, state } = readAddress(text, undefined, town?.city)
  const address = { street, number, city: city || (town?.city ?? ''), state: state || (town?.state ?? '') }
  return { district: district || null, address }
}
