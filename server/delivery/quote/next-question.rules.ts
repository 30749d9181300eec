import type { DeliveryQuote } from '../../../contract/delivery/quote.ts'

/** What the customer is asked where the address does not decide; `person`: nobody can ask more. */
export type PlaceQuestion = 'district' | 'location' | 'person'

/**
 * The district, then a location pin, each once; then a person states the fee. Null: the quote is decided. A refusal by the
 * geocoder's point is no decision: the map may mean another street of that name.
 *
 * @param asked the last question about this address; null: none yet
 */
export function nextQuestion(
  { refusal, point }: Pick<DeliveryQuote, 'refusal' | 'point'>,
  { district, hasPoint }: { readonly district: string; readonly hasPoint: boolean },
  asked: PlaceQuestion | null,
): PlaceQuestion | null {
  const isDoubtful = (refusal === 'outside' || refusal === 'denied') && point?.source === 'geocoder'
  if (refusal !== 'unknown' && !isDoubtful) return null
  if (district === '' && asked === null) return 'district'
  return hasPoint || asked === 'location' ? 'person' : 'location'
}
