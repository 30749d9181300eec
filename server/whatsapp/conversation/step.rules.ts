import type { OrderAddress } from '../../../contract/orders/orders.ts'
import type { DeliveryQuote } from '../../../contract/delivery/quote.ts'
import type { IncomingContent, MessageContent } from '../messaging-driver.ts'
import * as say from './chat-messages.rules.ts'
import { offersOfMessage } from './chat-rows.rules.ts'
import {
  amountOf,
  cleanText,
  itemsNamed,
  offerOf,
  offersOf,
  saysNothing,
  timesOffer,
  wishOf,
  type Wish,
} from './chat-words.rules.ts'
import {
  emptyDraft,
  paymentMethods,
  type ChatFacts,
  type ChatInput,
  type ChatItem,
  type ChatState,
  type ChatStep,
  type Draft,
  type DraftAddress,
  type DraftItem,
  type DraftOption,
  type DraftPayment,
  type PaymentMethod,
} from './conversation-state.ts'
import {
  chosenItem,
  itemsCents,
  mostOfItem,
  repriced,
  totalCents,
  withItem,
  withoutLast,
} from './draft.rules.ts'
import { looksLikeAddress, missingPart, noAddress, readAddress } from './read-address.rules.ts'

/** A draft is offered again after a rest; after a day it is forgotten. */
const restMs = 20 * 60_000
const forgottenMs = 24 * 60 * 60_000
/** So many times in a row without being understood, a person helps. */
const mostMisses = 2

/**
 * One message of the customer, or one answer to what the last step asked for. Reads no clock and no database: the same
 * state, input and facts give the same step.
 */
export function stepChat(state: ChatState, input: ChatInput, facts: ChatFacts): ChatStep {
  switch (input.type) {
    case 'quoted':
      return withQuote(state, input.quote, facts)
    case 'placed':
      return afterPlacing(state, input)
    case 'refused':
      return state.place === 'placing' ? afterRefusal(state, input, facts) : quiet(state)
    default:
      return fromCustomer(awake(state, facts), input, facts)
  }
}

/** The owner wrote on the phone, or a person took over in the panel: nothing is said until it is handed back. */
export const silenced = (state: ChatState): ChatState =>
  state.place === 'stopped' ? state : { ...state, place: 'person', offered: [], misses: 0 }

/** A person hands it back: the customer's next message goes on where the order stands. */
export const handedBack = (state: ChatState): ChatState =>
  state.place === 'person'
    ? { ...state, place: state.draft.items.length > 0 ? 'cart' : 'greeting', offered: [], misses: 0 }
    : state

/** After a rest the customer is greeted again. */
function awake(state: ChatState, { now }: ChatFacts): ChatState {
  const touchedAt = now.toISOString()
  const rested = state.touchedAt === null ? 0 : now.getTime() - Date.parse(state.touchedAt)
  if (rested < restMs || ['person', 'stopped', 'placing'].includes(state.place))
    return { ...state, touchedAt }
  const { draft } = state
  const kept = rested < forgottenMs && state.place !== 'placed' ? draft : emptyDraft(draft.number)
  return { ...state, touchedAt, place: 'greeting', draft: kept, choosing: null, offered: [], misses: 0 }
}

function fromCustomer(state: ChatState, input: IncomingContent, facts: ChatFacts): ChatStep {
  const text = input.type === 'text' ? cleanText(input.body) : ''
  const wish =
    input.type === 'text' ? wishOf(text) : input.type === 'choice' && input.id === 'person' ? 'person' : null
  if (wish === 'stop') return stop(state)
  if (state.place === 'stopped')
    return wish === 'start' ? greet({ ...state, place: 'greeting' }, facts) : quiet(state)
  if (state.place === 'person' || state.place === 'placing') return quiet(state)
  if (wish === 'person') return toPerson(state, facts)
  if (wish === 'discard') return discard(state, facts)
  if (state.place === 'placed' && (wish === 'thanks' || wish === 'yes' || (text !== '' && saysNothing(text))))
    return quiet(state)
  if (state.place === 'placed') return fromCustomer(startedAnew(state), input, facts)
  if (input.type === 'other') return miss(state, facts, say.onlyWords)
  if (input.type === 'location') return byLocation(state, input, facts)
  const chosen = input.type === 'choice' ? input.id : chosenBy(text, state)
  if (chosen !== null) {
    const done = byChoice(state, chosen, facts)
    if (done) return done
  }
  return input.type === 'choice' ? miss(state, facts) : byWords(state, { text, wish }, facts)
}

const chosenBy = (text: string, state: ChatState): string | null => offerOf(text, state.offered)?.id ?? null

/** Old lists stay on the customer's phone, so a choice counts in every place where it makes sense. */
function byChoice(state: ChatState, id: string, facts: ChatFacts): ChatStep | null {
  const [kind = '', first = '', second = ''] = id.split(':')
  if (!facts.store.open) return greet(state, facts)
  switch (kind) {
    case 'item':
      return addById(state, first, 1, facts)
    case 'category':
      return facts.menu.categories.some((category) => category.id === first)
        ? to({ ...state, place: 'menu' }, say.categoryMessage(facts, first, pageOf(second)))
        : null
    case 'menu':
      return to({ ...state, place: 'menu' }, say.menuMessage(facts, pageOf(first)))
    case 'option':
    case 'options':
      return state.place === 'options' ? chooseOption(state, kind, first, facts) : null
    case 'repeat':
      return repeatLast(state, facts)
    case 'resume':
    case 'back':
      return state.draft.items.length > 0 ? toCart(state, facts) : null
    case 'more':
      return to({ ...state, place: 'menu' }, say.menuMessage(facts, 0))
    case 'undo':
      return state.draft.items.length > 0 ? undo(state, facts) : null
    case 'takeout':
      return facts.store.takeout && state.draft.items.length > 0 ? takeOut(state, facts) : null
    case 'address': {
      const known = facts.addresses[Number(first)]
      return known && canAddress(state, facts) ? withAddress(state, fromKnown(known), facts) : null
    }
    case 'pay':
      return paymentMethods.includes(first as PaymentMethod)
        ? pay(state, first as PaymentMethod, facts)
        : null
    case 'change':
      return state.place === 'change' ? settle(state, { method: 'CASH', changeForCents: null }, facts) : null
    case 'confirm':
      return state.place === 'summary' ? confirm(state, facts) : null
    case 'discard':
      return discard(state, facts)
    default:
      return null
  }
}

interface Words {
  readonly text: string
  readonly wish: Wish | null
}

function byWords(state: ChatState, { text, wish }: Words, facts: ChatFacts): ChatStep {
  if (!facts.store.open) return greet(state, facts)
  if (state.place === 'greeting' && (wish === 'hello' || state.offered.length === 0)) {
    const named = itemsNamed(text, facts.menu)
    return named.length > 0 ? addNamed(state, text, facts) : greet(state, facts)
  }
  switch (state.place) {
    case 'options':
      return optionByWords(state, { text, wish }, facts)
    case 'address':
      return addressByWords(state, { text, wish }, facts)
    case 'payment':
      return paymentByWords(state, { text, wish }, facts)
    case 'change':
      return changeByWords(state, { text, wish }, facts)
    case 'summary':
      if (wish === 'yes') return confirm(state, facts)
      if (wish === 'no') return toCart(state, facts)
      return miss(state, facts)
    default:
      return shoppingByWords(state, { text, wish }, facts)
  }
}

/** In the menu and at the cart: an item, an address, or what comes next. */
function shoppingByWords(state: ChatState, { text, wish }: Words, facts: ChatFacts): ChatStep {
  if (wish === 'more') return to({ ...state, place: 'menu' }, say.menuMessage(facts, 0))
  const many = timesOffer(text)
  const of = many ? offerOf(many.offer, state.offered) : null
  if (many && of?.id.startsWith('item:'))
    return addById(state, of.id.slice(5), many.quantity, facts) ?? miss(state, facts)
  const hasItems = state.draft.items.length > 0
  if (hasItems && wish === 'takeout' && facts.store.takeout) return takeOut(state, facts)
  if (hasItems && canAddress(state, facts) && looksLikeAddress(text))
    return withAddressWords(state, text, facts)
  if (itemsNamed(text, facts.menu).length > 0) return addNamed(state, text, facts)
  if (hasItems && (wish === 'no' || wish === 'yes')) return toCart(state, facts)
  return wish === 'hello' ? greet(state, facts) : miss(state, facts)
}

function addNamed(state: ChatState, text: string, facts: ChatFacts): ChatStep {
  const named = itemsNamed(text, facts.menu)
  const [only] = named
  if (named.length === 1 && only)
    return addById(state, only.item.id, only.quantity, facts) ?? miss(state, facts)
  return to({ ...state, place: 'menu' }, say.foundMessage(named.map(({ item }) => item)))
}

function addById(state: ChatState, itemId: string, quantity: number, facts: ChatFacts): ChatStep | null {
  const item = facts.menu.items.find(({ id }) => id === itemId)
  if (!item) return to({ ...state, place: 'menu' }, say.menuMessage(facts, 0, 'Este item saiu do cardápio.'))
  const choosing = { itemId, quantity: Math.min(quantity, mostOfItem), group: 0, page: 0, options: [] }
  return nextGroup({ ...state, choosing }, item, facts)
}

/** Asks for the group that is next, or puts the item in the cart. */
function nextGroup(state: ChatState, item: ChatItem, facts: ChatFacts): ChatStep {
  const { choosing } = state
  if (!choosing) return miss(state, facts)
  const group = item.groups[choosing.group]
  if (group) {
    const chosen = chosenOf(choosing.options, group)
    return to(
      { ...state, place: 'options' },
      say.optionsMessage(item, group, { page: choosing.page, chosen, quantity: choosing.quantity }),
    )
  }
  const draft = withItem(state.draft, chosenItem(item, choosing))
  const next: ChatState = { ...state, choosing: null }
  if (!draft) return toCart(next, facts, say.tooMuch)
  return toCart({ ...next, draft }, facts)
}

const chosenOf = (options: readonly DraftOption[], group: ChatItem['groups'][number]): number =>
  options
    .filter(({ menuOptionId }) => group.options.some(({ id }) => id === menuOptionId))
    .reduce((sum, { quantity }) => sum + quantity, 0)

function chooseOption(
  state: ChatState,
  kind: 'option' | 'options',
  what: string,
  facts: ChatFacts,
): ChatStep {
  const { choosing } = state
  const item = facts.menu.items.find(({ id }) => id === choosing?.itemId)
  const group = item?.groups[choosing?.group ?? 0]
  if (!choosing || !item || !group)
    return to(
      { ...state, place: 'menu', choosing: null },
      say.menuMessage(facts, 0, 'Este item saiu do cardápio.'),
    )
  const chosen = chosenOf(choosing.options, group)
  const goOn = (changes: Partial<NonNullable<ChatState['choosing']>>) =>
    nextGroup({ ...state, choosing: { ...choosing, ...changes } }, item, facts)
  if (kind === 'options')
    return what === 'done' && chosen >= group.min
      ? goOn({ group: choosing.group + 1, page: 0 })
      : goOn({ page: pageOf(what) })
  const option = group.options.find(({ id }) => id === what)
  if (!option) return miss(state, facts)
  const before = choosing.options.find(({ menuOptionId }) => menuOptionId === option.id)
  const quantity = Math.min(option.most, (before?.quantity ?? 0) + 1)
  const options = [
    ...choosing.options.filter((one) => one !== before),
    {
      menuOptionId: option.id,
      groupName: group.name,
      name: option.name,
      quantity,
      unitPriceCents: option.priceCents,
    },
  ]
  const full = chosenOf(options, group) >= group.max
  return goOn({ options, ...(full ? { group: choosing.group + 1, page: 0 } : {}) })
}

function optionByWords(state: ChatState, { text, wish }: Words, facts: ChatFacts): ChatStep {
  const several = offersOf(text, state.offered)
  const { choosing } = state
  if (several && choosing) {
    let step: ChatStep = quiet(state)
    const { group } = choosing
    for (const { id } of several) {
      const [kind, what = ''] = id.split(':')
      if (kind !== 'option' || step.state.choosing?.group !== group) break
      step = chooseOption(step.state, 'option', what, facts)
    }
    if (step.replies.length > 0) return step
  }
  if (wish === 'no') return chooseOption(state, 'options', 'done', facts)
  return miss(state, facts)
}

function repeatLast(state: ChatState, facts: ChatFacts): ChatStep {
  const draft = facts.lastOrder.reduce<Draft>(
    (sum, item: DraftItem) => withItem(sum, item) ?? sum,
    emptyDraft(state.draft.number),
  )
  if (draft.items.length === 0) return greet(state, facts)
  return toCart({ ...state, draft, choosing: null }, facts)
}

function undo(state: ChatState, facts: ChatFacts): ChatStep {
  const draft = withoutLast(state.draft)
  return draft.items.length > 0
    ? toCart({ ...state, draft }, facts)
    : to({ ...state, draft, place: 'menu' }, say.menuMessage(facts, 0, 'Seu pedido está vazio.'))
}

function toCart(state: ChatState, facts: ChatFacts, before = ''): ChatStep {
  const { draft, changes } = repriced(state.draft, facts.menu)
  const words = [...changes, before].filter(Boolean).join('\n')
  if (draft.items.length === 0)
    return to({ ...state, draft, place: 'menu', choosing: null }, say.menuMessage(facts, 0, words))
  const open = { ...draft, payment: null }
  return to({ ...state, draft: open, place: 'cart', choosing: null }, say.cartMessage(open, facts, words))
}

/** An address may be said once there is something to deliver. */
const canAddress = (state: ChatState, facts: ChatFacts): boolean =>
  facts.store.delivers && state.draft.items.length > 0

function takeOut(state: ChatState, facts: ChatFacts): ChatStep {
  const { draft, changes } = repriced(state.draft, facts.menu)
  if (changes.length > 0) return toCart(state, facts)
  const taken: Draft = { ...draft, type: 'TAKEOUT', address: null, quote: null }
  return to({ ...state, draft: taken, place: 'payment' }, say.paymentMessage(taken))
}

function byLocation(
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

function addressByWords(state: ChatState, { text, wish }: Words, facts: ChatFacts): ChatStep {
  if (wish === 'takeout' && facts.store.takeout) return takeOut(state, facts)
  if (wish === 'more') return to({ ...state, place: 'menu' }, say.menuMessage(facts, 0))
  return withAddressWords(state, text, facts)
}

function withAddressWords(state: ChatState, text: string, facts: ChatFacts): ChatStep {
  const read = readAddress(text, state.draft.address ?? noAddress)
  return read ? withAddress(state, read, facts) : miss(state, facts)
}

/** Complete, it is quoted; else the missing part is asked for. */
function withAddress(state: ChatState, address: DraftAddress, facts: ChatFacts): ChatStep {
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

const fromKnown = (address: OrderAddress): DraftAddress => ({ ...address })

function withQuote(state: ChatState, quote: DeliveryQuote, facts: ChatFacts): ChatStep {
  if (state.place !== 'address') return quiet(state)
  const why = quote.steps.find(({ kind }) => kind === 'no')?.words ?? ''
  if (!quote.served) {
    // Without zones people know the fee.
    if (quote.refusal === 'unset') return toPerson(state, facts, 'A loja confirma a taxa de entrega.')
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

function pay(state: ChatState, method: PaymentMethod, facts: ChatFacts): ChatStep | null {
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

function paymentByWords(state: ChatState, { text, wish }: Words, facts: ChatFacts): ChatStep {
  if (wish === 'more') return toCart(state, facts)
  const method = methodWords.find(([words]) => words.test(text))?.[1]
  if (method) return pay(state, method, facts) ?? miss(state, facts)
  if (canAddress(state, facts) && looksLikeAddress(text)) return withAddressWords(state, text, facts)
  return miss(state, facts)
}

/** Nobody carries change for more. */
const mostChangeCents = 1_000_00

function changeByWords(state: ChatState, { text, wish }: Words, facts: ChatFacts): ChatStep {
  if (wish === 'no') return settle(state, { method: 'CASH', changeForCents: null }, facts)
  const given = amountOf(text)
  if (given === null) return miss(state, facts)
  const total = totalCents(state.draft)
  if (given < total) return to(state, say.changeMessage(state.draft, 'Este valor não cobre o total.'))
  if (given > total + mostChangeCents)
    return to(state, say.changeMessage(state.draft, 'Não temos tanto troco.'))
  return settle(state, { method: 'CASH', changeForCents: given === total ? null : given }, facts)
}

const settle = (state: ChatState, payment: DraftPayment, facts: ChatFacts): ChatStep =>
  toSummary({ ...state, draft: { ...state.draft, payment } }, facts)

function toSummary(state: ChatState, facts: ChatFacts): ChatStep {
  const { changes } = repriced(state.draft, facts.menu)
  if (changes.length > 0 || !isDeliverable(state.draft)) return toCart(state, facts)
  return to({ ...state, place: 'summary' }, say.summaryMessage(state.draft))
}

/** Prices and what is on sale are looked at once more before the order is placed. */
function confirm(state: ChatState, facts: ChatFacts): ChatStep {
  const { changes } = repriced(state.draft, facts.menu)
  if (changes.length > 0 || !isDeliverable(state.draft) || !state.draft.payment) return toCart(state, facts)
  return {
    state: { ...state, place: 'placing', offered: [], misses: 0 },
    replies: [],
    ask: { type: 'place' },
  }
}

function afterPlacing(state: ChatState, placed: ChatInput & { readonly type: 'placed' }): ChatStep {
  const { draft, place } = state
  const next: ChatState = { ...state, draft: emptyDraft(draft.number + 1), choosing: null }
  // Meanwhile a person took over, or the customer wants no messages; the order stands.
  if (place !== 'placing') return quiet(next)
  return to({ ...next, place: 'placed' }, say.placedMessage(draft, placed.displayId, placed.minutes))
}

function afterRefusal(
  state: ChatState,
  refused: ChatInput & { readonly type: 'refused' },
  facts: ChatFacts,
): ChatStep {
  const { draft } = state
  if (refused.why === 'quote' && draft.address) return withAddress(state, draft.address, facts)
  const [first] = refused.words.split('\n')
  return toCart(state, facts, first)
}

const startedAnew = (state: ChatState): ChatState => ({
  ...state,
  place: 'greeting',
  choosing: null,
  offered: [],
  misses: 0,
})

function discard(state: ChatState, facts: ChatFacts): ChatStep {
  if (state.place === 'placed') return fromPlaced(state, facts)
  const had = state.draft.items.length > 0
  const next = startedAnew({ ...state, draft: emptyDraft(state.draft.number) })
  return greet(next, facts, had ? say.discarded : '')
}

/** An order that is in the kitchen is not undone by a word: a person decides. */
const fromPlaced = (state: ChatState, facts: ChatFacts): ChatStep => toPerson(state, facts)

const stop = (state: ChatState): ChatStep =>
  state.place === 'stopped'
    ? quiet(state)
    : {
        state: { ...startedAnew(state), place: 'stopped', draft: emptyDraft(state.draft.number) },
        replies: [say.stoppedMessage],
        ask: null,
      }

function toPerson(state: ChatState, facts: ChatFacts, before = ''): ChatStep {
  const message = say.personMessage(facts.store.open)
  const body = message.type === 'text' ? [before, message.body].filter(Boolean).join('\n') : ''
  return { state: silenced(state), replies: [{ type: 'text', body }], ask: null }
}

function greet(state: ChatState, facts: ChatFacts, before = ''): ChatStep {
  const { draft } = repriced(state.draft, facts.menu)
  const next: ChatState = { ...state, draft, place: 'greeting', choosing: null }
  return to(next, say.greetingMessage(next, facts, before))
}

/** Says what it did not understand and what it waits for; the second time a person helps. */
function miss(state: ChatState, facts: ChatFacts, why = say.unclear): ChatStep {
  const misses = state.misses + 1
  if (misses >= mostMisses) return toPerson(state, facts)
  const again = repeated({ ...state, misses: 0 }, facts, why)
  return { ...again, state: { ...again.state, misses } }
}

function repeated(state: ChatState, facts: ChatFacts, before: string): ChatStep {
  const { draft, choosing } = state
  switch (state.place) {
    case 'menu':
      return to(state, say.menuMessage(facts, 0, before))
    case 'options': {
      const item = facts.menu.items.find(({ id }) => id === choosing?.itemId)
      return item
        ? nextGroup(state, item, facts)
        : to({ ...state, place: 'menu' }, say.menuMessage(facts, 0, before))
    }
    case 'cart':
      return toCart(state, facts, before)
    case 'address':
      return to(state, say.addressMessage(missingPart(draft.address ?? noAddress) ?? 'street', facts, before))
    case 'payment':
      return to(state, say.paymentMessage(draft, before))
    case 'change':
      return to(state, say.changeMessage(draft, before))
    case 'summary':
      return to(state, say.summaryMessage(draft, before))
    default:
      return greet(state, facts, before)
  }
}

const to = (state: ChatState, message: MessageContent): ChatStep => ({
  state: { ...state, offered: offersOfMessage(message), misses: 0 },
  replies: [message],
  ask: null,
})

const quiet = (state: ChatState): ChatStep => ({ state, replies: [], ask: null })

const pageOf = (text: string): number => Math.min(1_000, Math.max(0, Number.parseInt(text, 10) || 0))
