import { itemsNamed, offerOf, saysUnderage, timesOffer } from './chat-words.rules.ts'
import type { ChatFacts, ChatState, ChatStep } from './chat-state.ts'
import { hasAlcohol } from './draft.rules.ts'
import { looksLikeAddress } from './read-address.rules.ts'
import * as say from './chat-messages.rules.ts'
import { type Words, to, greet, miss, toCart, canAddress } from './moves.rules.ts'
import { addNamed, addById, optionByWords } from './choose-items.rules.ts'
import {
  takeOut,
  addressByWords,
  withAddressWords,
  paymentByWords,
  changeByWords,
  confirm,
  underage,
} from './checkout.rules.ts'

export function byWords(state: ChatState, { text, wish }: Words, facts: ChatFacts): ChatStep {
  if (!facts.store.open) return greet(state, facts)
  if (saysUnderage(text) && hasAlcohol(state.draft, facts.menu)) return underage(state, facts)
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

/** In the menu and at the cart: an item, an address, or the next step. */
function shoppingByWords(state: ChatState, { text, wish }: Words, facts: ChatFacts): ChatStep {
  if (wish === 'more') return to({ ...state, place: 'menu' }, say.menuMessage(facts, 0))
  const many = severalOffered(state, text, facts)
  if (many) return many
  const paying = state.draft.items.length > 0 ? cartByWords(state, { text, wish }, facts) : null
  if (paying) return paying
  if (itemsNamed(text, facts.menu).length > 0) return addNamed(state, text, facts)
  return wish === 'hello' ? greet(state, facts) : miss(state, facts)
}

/** "2x 3". */
function severalOffered(state: ChatState, text: string, facts: ChatFacts): ChatStep | null {
  const many = timesOffer(text)
  const of = many ? offerOf(many.offer, state.offered) : null
  return many && of?.id.startsWith('item:') ? addById(state, of.id.slice(5), many.quantity, facts) : null
}

function cartByWords(state: ChatState, { text, wish }: Words, facts: ChatFacts): ChatStep | null {
  if (wish === 'takeout' && facts.store.takeout) return takeOut(state, facts)
  if (canAddress(state, facts) && looksLikeAddress(text)) return withAddressWords(state, text, facts)
  return wish === 'no' || wish === 'yes' ? toCart(state, facts) : null
}
