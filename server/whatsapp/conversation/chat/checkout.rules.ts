import type { DeliveryQuote } from '../../../../contract/delivery/quote.ts'
import { nextQuestion, type PlaceQuestion } from '../../../delivery/delivery.ts'
import type { IncomingContent } from '../../messaging/line-events.ts'
import { centsIn, intentOf } from './chat-text.rules.ts'
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
import { splitPayment } from './order-text/way/split-payment.rules.ts'
import { looksLikeAddress, missingPart, noAddress, readAddress } from './read-address.rules.ts'
import * as say from './chat-messages.rules.ts'
import {
  type ReadText,
  replyWith,
  noReply,
  greet,
  sayClosed,
  handToPerson,
  nextGroup,
  onNotUnderstood,
  showCart,
  canTakeAddress,
  askUnfinished,
} from './replies.rules.ts'

export function takeOut(state: ChatState, facts: ChatFacts): ChatStep {
  const unfinished = askUnfinished(state, facts)
  if (unfinished) return unfinished
  const { draft, changes } = repriced(state.draft, facts.menu)
  if (changes.length > 0) return showCart(state, facts)
  const takeout: Draft = { ...draft, type: 'TAKEOUT', address: null, quote: null }
  return toPayment({ ...state, draft: takeout }, facts)
}

export function byLocation(
  state: ChatState,
  { latitude, longitude, address }: IncomingContent & { readonly type: 'location' },
  facts: ChatFacts,
): ChatStep {
  if (!facts.store.open) return sayClosed(state, facts)
  if (!facts.store.delivers) return onNotUnderstood(state, facts)
  // (0,0) means no GPS fix; reject out-of-range coordinates.
  const isValid =
    Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && (latitude !== 0 || longitude !== 0)
  if (!isValid) return onNotUnderstood(state, facts, 'A localização veio vazia.')
  const known = { ...(state.draft.address ?? noAddress), lat: latitude, lng: longitude }
  const read = address && known.street === '' ? readAddress(address, known, facts.store.city) : null
  if (canTakeAddress(state, facts)) return withAddress(state, read ?? known, facts)
  // Sent before anything is ordered: it is the address of what follows.
  const next = { ...state, draft: { ...state.draft, address: read ?? known } }
  const item = facts.menu.items.find(({ id }) => id === state.choosing?.itemId)
  return item ? nextGroup(next, item, facts) : greet(next, facts, say.placeNoted)
}

export function addressByText(state: ChatState, { text, intent }: ReadText, facts: ChatFacts): ChatStep {
  if (intent === 'takeout' && facts.store.takeout) return takeOut(state, facts)
  if (intent === 'more') return replyWith({ ...state, place: 'menu' }, say.menuMessage(facts, 0))
  return withAddressText(state, text, facts)
}

export function withAddressText(state: ChatState, text: string, facts: ChatFacts): ChatStep {
  // "rua das flores 10 centro, pago no pix".
  const { rest, payBy, changeFor } = splitPayment(text)
  const known = state.draft.address ?? noAddress
  const isPaid = payBy !== null && looksLikeAddress(rest)
  const read = readAddress(isPaid ? rest : text, known, facts.store.city)
  const next = isPaid ? { ...state, payBy, changeSaid: changeFor ?? undefined } : state
  if (read) return withAddress(next, read, facts)
  // The same address once more, in place of the pin.
  if (state.placeAsked === 'location' && looksLikeAddress(text)) return askForPlace(state, 'person', facts)
  return onNotUnderstood(state, facts)
}

/** Asks for the missing part of the address, or, once it is complete, for a quote. */
export function withAddress(state: ChatState, address: DraftAddress, facts: ChatFacts): ChatStep {
  // The address is kept until the order is whole.
  const unfinished = askUnfinished({ ...state, draft: { ...state.draft, address } }, facts)
  if (unfinished) return unfinished
  const { draft, changes } = repriced(state.draft, facts.menu)
  const next: ChatState = {
    ...state,
    place: 'address',
    draft: { ...draft, type: 'DELIVERY', address, quote: null },
    misses: 0,
    // Another address is asked about from the beginning.
    placeAsked: address.street === state.draft.address?.street ? state.placeAsked : undefined,
  }
  if (changes.length > 0) return showCart(next, facts)
  const missing = missingPart(address)
  if (missing) return replyWith(next, say.addressMessage(missing, facts))
  return { state: next, replies: [], ask: { type: 'quote', address, itemsCents: itemsCents(draft) } }
}

export function withQuote(state: ChatState, quote: DeliveryQuote, facts: ChatFacts): ChatStep {
  if (state.place !== 'address') return noReply(state)
  const reason = quote.steps.find(({ kind }) => kind === 'no')?.words ?? ''
  if (!quote.served) {
    // The store has set no zones, so a person must state the fee.
    if (quote.refusal === 'unset') return handToPerson(state, facts, 'fee', say.feeByPerson)
    const { district = '', lat = null } = state.draft.address ?? {}
    const question = nextQuestion(quote, { district, hasPoint: lat !== null }, state.placeAsked ?? null)
    if (question) return askForPlace(state, question, facts)
    const open = { ...state.draft, address: null, type: null }
    return replyWith({ ...state, draft: open }, say.noDeliveryMessage(reason, facts))
  }
  const { quoteId, feeCents, minutes, zoneName } = quote
  const credits = quote.attribution ? ` (${quote.attribution})` : ''
  const steps = quote.steps.flatMap(({ kind, words }) =>
    kind === 'place' || kind === 'total' ? [] : [kind === 'found' ? `${words}${credits}` : words],
  )
  const draft: Draft = {
    ...state.draft,
    type: 'DELIVERY',
    quote: { quoteId, feeCents, minutes, zoneName, steps },
  }
  if (quote.missingCents > 0)
    return showCart(
      { ...state, draft: { ...draft, quote: null } },
      facts,
      say.belowMinimum(quote.missingCents),
    )
  // The order was complete; only the quote had expired.
  if (draft.payment) return toSummary({ ...state, draft, placeAsked: undefined }, facts)
  return toPayment({ ...state, draft, placeAsked: undefined }, facts)
}

/** What the address does not decide is never guessed: a fact more, and then a person. */
function askForPlace(state: ChatState, question: PlaceQuestion, facts: ChatFacts): ChatStep {
  if (question === 'person')
    return handToPerson({ ...state, placeAsked: undefined }, facts, 'fee', say.feeByPerson)
  return replyWith({ ...state, placeAsked: question }, say.addressMessage(question, facts))
}

/** Asks how the customer pays, or takes what was said before. */
export function toPayment(state: ChatState, facts: ChatFacts): ChatStep {
  const { payBy, changeSaid } = state
  const next: ChatState = { ...state, place: 'payment', payBy: undefined, changeSaid: undefined }
  const paid = payBy ? pay(next, payBy, facts) : null
  if (paid?.state.place === 'change' && changeSaid !== undefined)
    return changeByText(paid.state, { text: changeSaid, intent: intentOf(changeSaid) }, facts)
  return paid ?? replyWith(next, say.paymentMessage(state.draft))
}

export function pay(state: ChatState, method: PaymentMethod, facts: ChatFacts): ChatStep | null {
  if (!['payment', 'change', 'summary'].includes(state.place) || !isDeliverable(state.draft)) return null
  if (method !== 'CASH') return settle(state, { method, changeForCents: null }, facts)
  return replyWith({ ...state, place: 'change' }, say.changeMessage(state.draft))
}

const isDeliverable = ({ type, quote, items }: Draft): boolean =>
  items.length > 0 && (type === 'TAKEOUT' || (type === 'DELIVERY' && quote !== null))

const methodPatterns: readonly (readonly [RegExp, PaymentMethod])[] = [
  [/\bpix\b/i, 'PIX'],
  [/\bd[ée]bito\b/i, 'DEBIT'],
  [/\bcr[ée]dito\b|\bcart[ãa]o\b/i, 'CREDIT'],
  [/\bdinheiro\b/i, 'CASH'],
]

export function paymentByText(state: ChatState, { text, intent }: ReadText, facts: ChatFacts): ChatStep {
  if (intent === 'more') return showCart(state, facts)
  const method = methodPatterns.find(([pattern]) => pattern.test(text))?.[1]
  if (method) return pay(state, method, facts) ?? onNotUnderstood(state, facts)
  if (canTakeAddress(state, facts) && looksLikeAddress(text)) return withAddressText(state, text, facts)
  return onNotUnderstood(state, facts)
}

/** Couriers carry no more change than this, in centavos. */
const maxChangeCents = 1_000_00

export function changeByText(state: ChatState, { text, intent }: ReadText, facts: ChatFacts): ChatStep {
  if (intent === 'no') return settle(state, { method: 'CASH', changeForCents: null }, facts)
  const given = centsIn(text)
  if (given === null) return onNotUnderstood(state, facts)
  const total = totalCents(state.draft)
  if (given < total) return replyWith(state, say.changeMessage(state.draft, 'Este valor não cobre o total.'))
  if (given > total + maxChangeCents)
    return replyWith(state, say.changeMessage(state.draft, 'Não temos tanto troco.'))
  return settle(state, { method: 'CASH', changeForCents: given === total ? null : given }, facts)
}

export const settle = (state: ChatState, payment: DraftPayment, facts: ChatFacts): ChatStep =>
  toSummary({ ...state, draft: { ...state.draft, payment } }, facts)

function toSummary(state: ChatState, facts: ChatFacts): ChatStep {
  const { changes } = repriced(state.draft, facts.menu)
  if (changes.length > 0 || !isDeliverable(state.draft)) return showCart(state, facts)
  return replyWith(
    { ...state, place: 'summary' },
    say.summaryMessage(state.draft, facts.menu, calledLine(state)),
  )
}

const calledLine = ({ calledAs }: ChatState): string =>
  calledAs === undefined ? '' : `Em nome de ${calledAs}.`

/** The customer is under 18, so the alcoholic items are removed. */
export const underage = (state: ChatState, facts: ChatFacts): ChatStep =>
  showCart({ ...state, draft: withoutAlcohol(state.draft, facts.menu) }, facts, say.adultsOnly)

/** Checks prices and availability once more, then asks for the order to be placed. */
export function confirm(state: ChatState, facts: ChatFacts): ChatStep {
  const { changes } = repriced(state.draft, facts.menu)
  if (changes.length > 0 || !isDeliverable(state.draft) || !state.draft.payment) return showCart(state, facts)
  return {
    state: { ...state, place: 'placing', offered: [], misses: 0 },
    replies: [],
    ask: { type: 'place' },
  }
}

export function afterPlacing(state: ChatState, placed: ChatInput & { readonly type: 'placed' }): ChatStep {
  const { draft, place } = state
  const next: ChatState = {
    ...state,
    draft: emptyDraft(draft.number + 1),
    choosing: null,
    calledAs: undefined,
  }
  // A person took over, or the customer opted out. The order stands.
  if (place !== 'placing') return noReply(next)
  return replyWith({ ...next, place: 'placed' }, say.placedMessage(draft, placed.displayId, placed.minutes))
}

export function afterRefusal(
  state: ChatState,
  refused: ChatInput & { readonly type: 'refused' },
  facts: ChatFacts,
): ChatStep {
  const { draft } = state
  if (refused.reason === 'quote' && draft.address) return withAddress(state, draft.address, facts)
  const [first] = refused.message.split('\n')
  return showCart(state, facts, first)
}
