import type { PersonReason } from '../../../../contract/whatsapp/conversations.ts'
import type { MessageContent } from '../../messaging/messaging-driver.ts'
import { offersOfMessage } from './chat-rows.rules.ts'
import type { Wish } from './chat-words.rules.ts'
import type { ChatFacts, ChatItem, ChatState, ChatStep, DraftOption } from './chat-state.ts'
import { chosenItem, repriced, withItem } from './draft.rules.ts'
import { missingPart, noAddress } from './read-address.rules.ts'
import * as say from './chat-messages.rules.ts'

export interface Words {
  readonly text: string
  readonly wish: Wish | null
}

export const to = (state: ChatState, message: MessageContent): ChatStep => ({
  state: { ...state, offered: offersOfMessage(message), misses: 0 },
  replies: [message],
  ask: null,
})

export const quiet = (state: ChatState): ChatStep => ({ state, replies: [], ask: null })

export const pageOf = (text: string): number => Math.min(1_000, Math.max(0, Number.parseInt(text, 10) || 0))

export function greet(state: ChatState, facts: ChatFacts, before = ''): ChatStep {
  const { draft } = repriced(state.draft, facts.menu)
  const next: ChatState = { ...state, draft, place: 'greeting', choosing: null }
  return to(next, say.greetingMessage(next, facts, before))
}

export const begunAgain = (state: ChatState): ChatState => ({
  ...state,
  place: 'greeting',
  choosing: null,
  offered: [],
  misses: 0,
})

/** Nothing is said automatically until it is handed back. */
export const silenced = (state: ChatState, why: PersonReason): ChatState =>
  state.place === 'stopped' ? state : { ...state, place: 'person', why, offered: [], misses: 0 }

export function toPerson(state: ChatState, facts: ChatFacts, why: PersonReason, before = ''): ChatStep {
  const message = say.personMessage(facts.store.open)
  const body = message.type === 'text' ? [before, message.body].filter(Boolean).join('\n') : ''
  return { state: silenced(state, why), replies: [{ type: 'text', body }], ask: null }
}

/** This many times in a row without being understood, a person helps. */
const mostMisses = 2

/** Says what it did not understand and what it waits for; the second time a person helps. */
export function miss(state: ChatState, facts: ChatFacts, why = say.unclear): ChatStep {
  const misses = state.misses + 1
  if (misses >= mostMisses) return toPerson(state, facts, 'not-understood')
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
      return to(state, say.summaryMessage(draft, facts.menu, before))
    default:
      return greet(state, facts, before)
  }
}

export function toCart(state: ChatState, facts: ChatFacts, before = ''): ChatStep {
  const { draft, changes } = repriced(state.draft, facts.menu)
  const words = [...changes, before].filter(Boolean).join('\n')
  if (draft.items.length === 0)
    return to({ ...state, draft, place: 'menu', choosing: null }, say.menuMessage(facts, 0, words))
  const open = { ...draft, payment: null }
  return to({ ...state, draft: open, place: 'cart', choosing: null }, say.cartMessage(open, facts, words))
}

/** Asks for the group that is next, or puts the item in the cart. */
export function nextGroup(state: ChatState, item: ChatItem, facts: ChatFacts): ChatStep {
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

export const chosenOf = (options: readonly DraftOption[], group: ChatItem['groups'][number]): number =>
  options
    .filter(({ menuOptionId }) => group.options.some(({ id }) => id === menuOptionId))
    .reduce((sum, { quantity }) => sum + quantity, 0)

/** An address may be said once there is something to deliver. */
export const canAddress = (state: ChatState, facts: ChatFacts): boolean =>
  facts.store.delivers && state.draft.items.length > 0
