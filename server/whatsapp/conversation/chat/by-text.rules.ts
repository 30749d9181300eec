import { offerOf, isUnderage, timesOffer } from './chat-text.rules.ts'
import type { ChatFacts, ChatState, ChatStep } from './chat-state.ts'
import { hasAlcohol } from './draft.rules.ts'
import { isWholeOrder, orderByText } from './order-text/order-by-text.rules.ts'
import { hasPlaceWord, startsLikeOrder } from './order-text/starts-like-order.rules.ts'
import { noHour } from './order-text/order-messages.rules.ts'
import { splitWay, type Way } from './order-text/way/split-way.rules.ts'
import { plain } from './plain.rules.ts'
import { changedWay } from './way/changed-way.rules.ts'
import { looksLikeAddress, noAddress, readAddress } from './read-address.rules.ts'
import * as say from './chat-messages.rules.ts'
import {
  type ReadText,
  replyWith,
  greet,
  onNotUnderstood,
  sayClosed,
  askOpen,
  showCart,
  canTakeAddress,
} from './replies.rules.ts'
import { addById, openByText, optionByText } from './choose-items.rules.ts'
import {
  takeOut,
  addressByText,
  withAddress,
  withAddressText,
  paymentByText,
  changeByText,
  confirm,
  underage,
} from './checkout.rules.ts'

export function byText(state: ChatState, { text, intent }: ReadText, facts: ChatFacts): ChatStep {
  if (!facts.store.open) return sayClosed(state, facts)
  if (isUnderage(text) && hasAlcohol(state.draft, facts.menu)) return underage(state, facts)
  if (state.place === 'greeting' && (intent === 'hello' || state.offered.length === 0))
    return orderAndWay(state, text, facts) ?? greet(state, facts)
  return changedAfterwards(state, { text, intent }, facts) ?? atPlace(state, { text, intent }, facts)
}

const afterCart: readonly ChatState['place'][] = ['address', 'payment', 'change', 'summary']

/** An order, or a correction, where the chat asks for the address or the payment; also another way to get it. */
function changedAfterwards(state: ChatState, { text, intent }: ReadText, facts: ChatFacts): ChatStep | null {
  if (!afterCart.includes(state.place)) return null
  if (intent !== null) return intent === 'takeout' ? changedWay(state, text, facts) : null
  const said = text.replace(agreed, '')
  const { order, hasMore, payBy } = splitWay(said, facts.menu)
  const isOrder = hasMore || (!looksLikeAddress(said) && isWholeOrder(state, order, facts))
  // "pix e um guaraná": what else is said with the answer is read, too.
  const isAlso = payBy !== null && state.place !== 'address'
  const step = isOrder || isAlso ? orderAndWay(state, said, facts) : null
  return step ?? changedWay(state, said, facts)
}

/** "sim, mas sem cebola": what is behind it changes the order first. */
const agreed =
  /^\s*(?:sim|ok|okay|isso|certo|blz|beleza|pode ser|confirm\p{L}+)[\s,;.]+(?:(?:e|mas|s[oó] que|por[eé]m)\s+)/iu

function atPlace(state: ChatState, { text, intent }: ReadText, facts: ChatFacts): ChatStep {
  switch (state.place) {
    case 'options':
      return optionByText(state, { text, intent }, facts)
    case 'address':
      return addressByText(state, { text, intent }, facts)
    case 'payment':
      return paymentByText(state, { text, intent }, facts)
    case 'change':
      return changeByText(state, { text, intent }, facts)
    case 'summary':
      if (intent === 'yes') return confirm(state, facts)
      if (intent === 'no') return showCart(state, facts)
      return onNotUnderstood(state, facts)
    default:
      return shoppingByText(state, { text, intent }, facts)
  }
}

/** Text in the menu or at the cart: an item, an address, or the next step. */
function shoppingByText(state: ChatState, { text, intent }: ReadText, facts: ChatFacts): ChatStep {
  if (intent === 'more') return replyWith({ ...state, place: 'menu' }, say.menuMessage(facts, 0))
  const chosen =
    severalOffered(state, text, facts) ??
    openByText(state, { text, intent }, facts) ??
    answerAndMore(state, text, facts)
  if (chosen) return chosen
  const checkout = state.draft.items.length > 0 ? cartByText(state, { text, intent }, facts) : null
  if (checkout) return checkout
  if (intent === 'hello') return greet(state, facts)
  return orderAndWay(state, text, facts) ?? onNotUnderstood(state, facts)
}

/** "a lata e mais uma batata": an answer followed by an order. Null: the text does not start with an answer. */
function answerAndMore(state: ChatState, text: string, facts: ChatFacts): ChatStep | null {
  const [, answer = '', more = ''] = /^(.+?)(?:\s*[,;\n]\s*|\s+(?=(?:e|mais)\s))(.+)$/isu.exec(text) ?? []
  if (answer === '' || !state.open?.length) return null
  const step = openByText(state, { text: answer, intent: null }, facts)
  if (!step || step.state.place === 'options') return null
  const isPlace = canTakeAddress(step.state, facts) && looksLikeAddress(more)
  return orderAndWay(step.state, more, facts) ?? (isPlace ? withAddressText(step.state, more, facts) : null)
}

/** Items, and where they go, in one message. */
export function orderAndWay(state: ChatState, text: string, facts: ChatFacts): ChatStep | null {
  const way = splitWay(text, facts.menu)
  const { payBy, changeFor } = way
  const named = way.calledAs === null ? state : { ...state, calledAs: way.calledAs }
  const paying = payBy ? { ...named, payBy, changeSaid: changeFor ?? undefined } : named
  const step = orderByText(paying, way.order, facts)
  if (!step) return addressFirst(paying, way, facts)
  if (step.state.place === 'person') return step
  const there = onWay(step, way, facts)
  return way.isAtHour ? withBefore(there, noHour) : there
}

/** An address before anything is ordered is that of what follows. Null: the message says something else, too. */
function addressFirst(state: ChatState, { order, address }: Way, facts: ChatFacts): ChatStep | null {
  const isFirst = state.draft.items.length === 0 && state.place === 'greeting' && facts.store.delivers
  if (address === null || !isFirst || plain(order) !== '') return null
  const read = readAddress(address, noAddress, facts.store.city)
  return read && greet({ ...state, draft: { ...state.draft, address: read } }, facts, say.addressNoted)
}

/** Continues with the address or the takeout of the same message, unless something is still to be asked. */
function onWay(step: ChatStep, { address, isTakeout }: Way, facts: ChatFacts): ChatStep {
  const { state } = step
  const known = state.draft.address ?? noAddress
  const where =
    address !== null && facts.store.delivers ? readAddress(address, known, facts.store.city) : null
  if (state.place !== 'cart' || state.misses > 0)
    return where ? { ...step, state: { ...state, draft: { ...state.draft, address: where } } } : step
  if (where) return withAddress(state, where, facts)
  if (!isTakeout || !facts.store.takeout) return step
  return takeOut(state, facts)
}

/** A step that asks for a quote says it at once, and the rest when the quote is there. */
function withBefore(step: ChatStep, line: string): ChatStep {
  const [first, ...more] = step.replies
  const replies = first
    ? [{ ...first, body: `${line}\n\n${first.body}` }, ...more]
    : [{ type: 'text' as const, body: line }]
  return { ...step, replies }
}

/** "2x 3": two of the third item on offer. */
function severalOffered(state: ChatState, text: string, facts: ChatFacts): ChatStep | null {
  const times = timesOffer(text)
  const offer = times ? offerOf(times.offer, state.offered) : null
  return times && offer?.id.startsWith('item:')
    ? addById(state, offer.id.slice(5), times.quantity, facts)
    : null
}

function cartByText(state: ChatState, { text, intent }: ReadText, facts: ChatFacts): ChatStep | null {
  if (intent === 'takeout' && facts.store.takeout) return takeOut(state, facts)
  const { order, hasMore } = splitWay(text, facts.menu)
  if (
    canTakeAddress(state, facts) &&
    looksLikeAddress(text) &&
    !startsLikeOrder(text) &&
    hasPlaceWord(text, facts.menu) &&
    !hasMore &&
    !isWholeOrder(state, order, facts)
  )
    return withAddressText(state, text, facts)
  if (intent === 'no' || intent === 'yes' || intent === 'checkout') return toCheckout(state, facts)
  return null
}

/** The place that the customer sent before ordering is where the order goes. */
const toCheckout = (state: ChatState, facts: ChatFacts): ChatStep =>
  state.draft.address && canTakeAddress(state, facts)
    ? withAddress(state, state.draft.address, facts)
    : askOpen(state, facts)
