import { itemsNamed, offerOf, isUnderage, timesOffer } from './chat-text.rules.ts'
import type { ChatFacts, ChatState, ChatStep } from './chat-state.ts'
import { hasAlcohol } from './draft.rules.ts'
import { looksLikeAddress } from './read-address.rules.ts'
import * as say from './chat-messages.rules.ts'
import {
  type ReadText,
  replyWith,
  greet,
  onNotUnderstood,
  showCart,
  canTakeAddress,
} from './replies.rules.ts'
import { addNamed, addById, optionByText } from './choose-items.rules.ts'
import {
  takeOut,
  addressByText,
  withAddressText,
  paymentByText,
  changeByText,
  confirm,
  underage,
} from './checkout.rules.ts'

export function byText(state: ChatState, { text, intent }: ReadText, facts: ChatFacts): ChatStep {
  if (!facts.store.open) return greet(state, facts)
  if (isUnderage(text) && hasAlcohol(state.draft, facts.menu)) return underage(state, facts)
  if (state.place === 'greeting' && (intent === 'hello' || state.offered.length === 0)) {
    const named = itemsNamed(text, facts.menu)
    return named.length > 0 ? addNamed(state, text, facts) : greet(state, facts)
  }
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
  const several = severalOffered(state, text, facts)
  if (several) return several
  const checkout = state.draft.items.length > 0 ? cartByText(state, { text, intent }, facts) : null
  if (checkout) return checkout
  if (itemsNamed(text, facts.menu).length > 0) return addNamed(state, text, facts)
  return intent === 'hello' ? greet(state, facts) : onNotUnderstood(state, facts)
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
  if (canTakeAddress(state, facts) && looksLikeAddress(text)) return withAddressText(state, text, facts)
  return intent === 'no' || intent === 'yes' ? showCart(state, facts) : null
}
