import type { Loose } from '../loose.ts'
import { many } from './linked-things.ts'
import { pagePrice } from './price-text.ts'

/** Why a price cannot be taken: pt-BR. */
export const problemOf = ({ foreign, text }: OfferPrice): string =>
  foreign ? 'O preço não está em reais.' : `“${text}” não é um preço que se possa ler.`

export interface OfferPrice {
  /** In centavos. */
  readonly cents: number | null
  readonly foreign: boolean
  /** As the page has it; empty when it has none. */
  readonly text: string
}

/** Of an offer of schema.org; `whole` gives the thing that a reference means. */
export function priceOf(offer: Loose, whole: (value: unknown) => Loose): OfferPrice {
  const currency = typeof offer.priceCurrency === 'string' ? offer.priceCurrency.toUpperCase() : ''
  const [specification] = many(offer.priceSpecification).map(whole)
  const values = [offer.price, offer.lowPrice, specification?.price].filter(
    (value): value is string | number =>
      (typeof value === 'string' && value.trim() !== '') || typeof value === 'number',
  )
  const text = `${values[0] ?? ''}`.slice(0, 60)
  if (!['', 'BRL', 'R$'].includes(currency)) return { cents: null, foreign: true, text: text || currency }
  const read = values.map(pagePrice)
  const cents = read.find((one) => one.cents !== null)?.cents ?? null
  return { cents, foreign: cents === null && read.some((one) => one.foreign), text }
}
