import type { DeliveryQuote } from '../../../../contract/delivery/quote.ts'
import type { IncomingContent } from '../../messaging/messaging-driver.ts'
import { amountOf } from './chat-words.rules.ts'
import {
  emptyDraft,
  type ChatFacts,
  type ChatInput,
  type ChatState,
  type ChatStep,
  type Draft,
  type DraftAddress,
  type DraftPayment,
  type PaymentMethod,
} from './chat-state.ts'
import { itemsCents, repriced, totalCents, withoutAlcohol } from './draft.rules.ts'
import { looksLikeAddress, missingPart, noAddress, readAddress } from './read-address.rules.ts'
import * as say from './chat-messages.rules.ts'
import { type Words, to, quiet, greet, toPerson, miss, toCart, canAddress } from './moves.rules.ts'

export function takeOut(state: ChatState, facts: ChatFacts): ChatStep {
  const { draft, changes } = repriced(state.draft, facts.menu)
  if (changes.length > 0) return toCart(state, facts)
  const taken: Draft = { ...draft, type: 'TAKEOUT', address: null, quote: null }
  return to({ ...state, draft: taken, place: 'payment' }, say.paymentMessage(taken))
}

export function byLocation(
  state: ChatState,
  { latitude, longitude, address }: IncomingContent & { readonly type: 'location' },
  facts: ChatFacts,
): ChatStep {
  if (!facts.store.open) return greet(state, facts)
  if (!canAddress(state, facts)) return miss(state, facts)
  // The zero point is a phone without a fix, and far out there is no earth.
  const real = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0)
  if (!real) return miss(state, facts, 'A localização veio vazia.')
  const known = { ...(state.draft.address ?? noAddress), lat: latitude, lng: longitude }
  const read = address && known.street === '' ? readAddress(address, known) : null
  return withAddress(state, read ?? known, facts)
}

export function addressByWords(state: ChatState, { text, wish }: Words, facts: ChatFacts): ChatStep {
  if (wish === 'takeout' && facts.store.takeout) return takeOut(state, facts)
  if (wish === 'more') return to({ ...state, place: 'menu' }, say.menuMessage(facts, 0))
  return withAddressWords(state, text, facts)
}

export function withAddressWords(state: ChatState, text: string, facts: ChatFacts): ChatStep {
  const read = readAddress(text, state.draft.address ?? noAddress)
  return read ? withAddress(state, read, facts) : miss(state, facts)
}

/** Complete, it is quoted; else the missing part is asked for. */
export function withAddress(state: ChatState, address: DraftAddress, facts: ChatFacts): ChatStep {
  const { draft, changes } = repriced(state.draft, facts.menu)
  const next: ChatState = {
    ...state,
    place: 'address',
    draft: { ...draft, type: 'DELIVERY', address, quote: null },
    misses: 0,
  }
  if (changes.length > 0) return toCart(next, facts)
  const missing = missingPart(address)
  if (missing) return to(next, say.addressMessage(missing, facts))
  return { state: next, replies: [], ask: { type: 'quote', address, itemsCents: itemsCents(draft) } }
}

export function withQuote(state: ChatState, quote: DeliveryQuote, facts: ChatFacts): ChatStep {
  if (state.place !== 'address') return quiet(state)
  const why = quote.steps.find(({ kind }) => kind === 'no')?.words ?? ''
  if (!quote.served) {
    // Without zones people know the fee.
    if (quote.refusal === 'unset') return toPerson(state, facts, 'fee', 'A loja confirma a taxa de entrega.')
    const open = { ...state.draft, address: null, type: null }
    return to({ ...state, draft: open }, say.noDeliveryMessage(why, facts))
  }
  const { quoteId, feeCents, minutes, zoneName } = quote
  const steps = quote.steps.flatMap(({ kind, words }) =>
    kind === 'place' || kind === 'total' ? [] : [words],
  )
  const draft: Draft = {
    ...state.draft,
    type: 'DELIVERY',
    quote: { quoteId, feeCents, minutes, zoneName, steps },
  }
  if (quote.missingCents > 0)
    return toCart({ ...state, draft: { ...draft, quote: null } }, facts, say.belowMinimum(quote.missingCents))
  // The order was ready before: only the fee was too old.
  if (draft.payment) return toSummary({ ...state, draft }, facts)
  return to({ ...state, draft, place: 'payment' }, say.paymentMessage(draft))
}

export function pay(state: ChatState, method: PaymentMethod, facts: ChatFacts): ChatStep | null {
  if (!['payment', 'change', 'summary'].includes(state.place) || !isDeliverable(state.draft)) return null
  if (method !== 'CASH') return settle(state, { method, changeForCents: null }, facts)
  return to({ ...state, place: 'change' }, say.changeMessage(state.draft))
}

const isDeliverable = ({ type, quote, items }: Draft): boolean =>
  items.length > 0 && (type === 'TAKEOUT' || (type === 'DELIVERY' && quote !== null))

const methodWords: readonly (readonly [RegExp, PaymentMethod])[] = [
  [/\bpix\b/i, 'PIX'],
  [/\bd[ée]bito\b/i, 'DEBIT'],
  [/\bcr[ée]dito\b|\bcart[ãa]o\b/i, 'CREDIT'],
  [/\bdinheiro\b/i, 'CASH'],
]

export function paymentByWords(state: ChatState, { text, wish }: Words, facts: ChatFacts): ChatStep {
  if (wish === 'more') return toCart(state, facts)
  const method = methodWords.find(([words]) => words.test(text))?.[1]
  if (method) return pay(state, method, facts) ?? miss(state, facts)
  if (canAddress(state, facts) && looksLikeAddress(text)) return withAddressWords(state, text, facts)
  return miss(state, facts)
}

/** Nobody carries change for more. */
const mostChangeCents = 1_000_00

export function changeByWords(state: ChatState, { text, wish }: Words, facts: ChatFacts): ChatStep {
  if (wish === 'no') return settle(state, { method: 'CASH', changeForCents: null }, facts)
  const given = amountOf(text)
  if (given === null) return miss(state, facts)
  const total = totalCents(state.draft)
  if (given < total) return to(state, say.changeMessage(state.draft, 'Este valor não cobre o total.'))
  if (given > total + mostChangeCents)
    return to(state, say.changeMessage(state.draft, 'Não temos tanto troco.'))
  return settle(state, { method: 'CASH', changeForCents: given === total ? null : given }, facts)
}

export const settle = (state: ChatState, payment: DraftPayment, facts: ChatFacts): ChatStep =>
  toSummary({ ...state, draft: { ...state.draft, payment } }, facts)

function toSummary(state: ChatState, facts: ChatFacts): ChatStep {
  const { changes } = repriced(state.draft, facts.menu)
  if (changes.length > 0 || !isDeliverable(state.draft)) return toCart(state, facts)
  return to({ ...state, place: 'summary' }, say.summaryMessage(state.draft, facts.menu))
}

/** Who says that they are not an adult gets the order without the drinks. */
export const underage = (state: ChatState, facts: ChatFacts): ChatStep =>
  toCart({ ...state, draft: withoutAlcohol(state.draft, facts.menu) }, facts, say.adultsOnly)

/** Prices and what is on sale are looked at once more before the order is placed. */
export function confirm(state: ChatState, facts: ChatFacts): ChatStep {
  const { changes } = repriced(state.draft, facts.menu)
  if (changes.length > 0 || !isDeliverable(state.draft) || !state.draft.payment) return toCart(state, facts)
  return {
    state: { ...state, place: 'placing', offered: [], misses: 0 },
    replies: [],
    ask: { type: 'place' },
  }
}

export function afterPlacing(state: ChatState, placed: ChatInput & { readonly type: 'placed' }): ChatStep {
  const { draft, place } = state
  const next: ChatState = { ...state, draft: emptyDraft(draft.number + 1), choosing: null }
  // Meanwhile a person took over, or the customer wants no messages; the order stands.
  if (place !== 'placing') return quiet(next)
  return to({ ...next, place: 'placed' }, say.placedMessage(draft, placed.displayId, placed.minutes))
}

export function afterRefusal(
  state: ChatState,
  refused: ChatInput & { readonly type: 'refused' },
  facts: ChatFacts,
): ChatStep {
  const { draft } = state
  if (refused.why === 'quote' && draft.address) return withAddress(state, draft.address, facts)
  const [first] = refused.words.split('\n')
  return toCart(state, facts, first)
}
