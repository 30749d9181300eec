import type { PersonReason } from '../../../../contract/whatsapp/conversations.ts'
import type { MessageContent } from '../../messaging/messaging-driver.ts'
import { chosenCount, groupAsked, pastUnasked } from './asked-groups.rules.ts'
import { offersOfMessage } from './chat-rows.rules.ts'
import type { Intent } from './chat-text.rules.ts'
import type { ChatFacts, ChatItem, ChatState, ChatStep, Choosing } from './chat-state.ts'
import { chosenItem, repriced, withItem } from './draft.rules.ts'
import { missingPart, noAddress } from './read-address.rules.ts'
import * as say from './chat-messages.rules.ts'
import { whichItemMessage } from './order-text/order-messages.rules.ts'

export interface ReadText {
  readonly text: string
  readonly intent: Intent | null
}

export const replyWith = (state: ChatState, message: MessageContent): ChatStep => ({
  state: { ...state, offered: offersOfMessage(message), misses: 0 },
  replies: [message],
  ask: null,
})

export const noReply = (state: ChatState): ChatStep => ({ state, replies: [], ask: null })

export const pageOf = (text: string): number => Math.min(1_000, Math.max(0, Number.parseInt(text, 10) || 0))

export function greet(state: ChatState, facts: ChatFacts, before = ''): ChatStep {
  const { draft } = repriced(state.draft, facts.menu)
  const next: ChatState = { ...state, draft, place: 'greeting', choosing: null }
  return replyWith(next, say.greetingMessage(next, facts, before))
}

/** A closed store says so once in this time. */
const closedAgainMs = 60 * 60_000

/** Says when the store opens, unless the customer heard it within the hour. */
export function sayClosed(state: ChatState, facts: ChatFacts): ChatStep {
  const saidAt = state.closedSaidAt === undefined ? null : Date.parse(state.closedSaidAt)
  if (saidAt !== null && facts.now.getTime() - saidAt < closedAgainMs) return noReply(state)
  return greet({ ...state, closedSaidAt: facts.now.toISOString() }, facts)
}

export const restarted = (state: ChatState): ChatState => ({
  ...state,
  place: 'greeting',
  choosing: null,
  offered: [],
  open: undefined,
  misses: 0,
})

/** A person takes over; there are no automatic replies until it is handed back. */
export const handedToPerson = (state: ChatState, why: PersonReason): ChatState =>
  state.place === 'stopped' ? state : { ...state, place: 'person', why, offered: [], misses: 0 }

export function handToPerson(state: ChatState, facts: ChatFacts, why: PersonReason, before = ''): ChatStep {
  const message = say.personMessage(facts.store.open)
  const body = message.type === 'text' ? [before, message.body].filter(Boolean).join('\n') : ''
  return { state: handedToPerson(state, why), replies: [{ type: 'text', body }], ask: null }
}

/** After this many messages in a row that were not understood, a person takes over. */
const maxMisses = 2

/** Replies that the message was not understood and repeats the question; after `maxMisses`, hands over to a person. */
export function onNotUnderstood(state: ChatState, facts: ChatFacts, why = say.unclear): ChatStep {
  const misses = state.misses + 1
  if (misses >= maxMisses) return handToPerson(state, facts, 'not-understood')
  const again = repeated({ ...state, misses: 0 }, facts, why)
  return { ...again, state: { ...again.state, misses } }
}

/** Asks again what the chat asked last. */
export function repeated(state: ChatState, facts: ChatFacts, before: string): ChatStep {
  const { draft, choosing } = state
  switch (state.place) {
    case 'menu':
      return state.open?.length
        ? askOpen(state, facts, before)
        : replyWith(state, say.menuMessage(facts, 0, before))
    case 'options': {
      const item = facts.menu.items.find(({ id }) => id === choosing?.itemId)
      return item
        ? nextGroup(state, item, facts, before)
        : replyWith({ ...state, place: 'menu' }, say.menuMessage(facts, 0, before))
    }
    case 'cart':
      return showCart(state, facts, before)
    case 'address': {
      const missing = missingPart(draft.address ?? noAddress) ?? state.placeAsked ?? 'street'
      return replyWith(state, say.addressMessage(missing, facts, before))
    }
    case 'payment':
      return replyWith(state, say.paymentMessage(draft, before))
    case 'change':
      return replyWith(state, say.changeMessage(draft, before))
    case 'summary':
      return replyWith(state, say.summaryMessage(draft, facts.menu, before))
    default:
      return greet(state, facts, before)
  }
}

export function showCart(state: ChatState, facts: ChatFacts, before = ''): ChatStep {
  const { draft, changes } = repriced(state.draft, facts.menu)
  const intro = [...changes, before].filter(Boolean).join('\n')
  if (draft.items.length === 0)
    return replyWith({ ...state, draft, place: 'menu', choosing: null }, say.menuMessage(facts, 0, intro))
  const open = { ...draft, payment: null }
  return replyWith(
    { ...state, draft: open, place: 'cart', choosing: null },
    say.cartMessage(open, facts, intro),
  )
}

/** Asks for the next option group, or puts the item into the cart. */
export function nextGroup(state: ChatState, item: ChatItem, facts: ChatFacts, before = ''): ChatStep {
  if (!state.choosing) return onNotUnderstood(state, facts)
  const choosing = pastUnasked(state.choosing, item)
  const group = groupAsked(item, choosing)
  if (group) {
    const chosen = chosenCount(choosing.options, group)
    return replyWith(
      { ...state, choosing, place: 'options' },
      say.optionsMessage(item, group, { page: choosing.page, chosen, quantity: choosing.quantity, before }),
    )
  }
  const kept = state.draft.items.filter(({ menuItemId }) => menuItemId !== choosing.replaces)
  const draft = withItem({ ...state.draft, items: kept }, chosenItem(item, choosing))
  const next: ChatState = { ...state, choosing: null }
  if (!draft) return showCart(next, facts, say.tooMuch)
  return askOpen({ ...next, draft }, facts, before)
}

/** Of an item that was ordered in a sentence, groups that need no choice are passed over. */
export function pastFilled(choosing: Choosing, item: ChatItem): Choosing {
  const group = groupAsked(item, choosing)
  if (!choosing.isBrief || !group || chosenCount(choosing.options, group) < group.min) return choosing
  if (group.name === choosing.wanted) return choosing
  return pastFilled({ ...choosing, group: choosing.group + 1, page: 0 }, item)
}

/** Asks which item, or which options, a line of the message means; with nothing open, shows the cart. */
export function askOpen(state: ChatState, facts: ChatFacts, before = ''): ChatStep {
  const [line, ...open] = state.open ?? []
  if (!line) return showCart({ ...state, open: undefined }, facts, before)
  const choices = line.choices.flatMap(({ itemId }) => facts.menu.items.find(({ id }) => id === itemId) ?? [])
  const [only] = choices
  if (!only) return askOpen({ ...state, open }, facts, before)
  if (choices.length === 1 && !line.isNear) return chooseOpen(state, only, facts, before)
  return replyWith(
    { ...state, place: 'menu' },
    whichItemMessage(line, choices, { draft: state.draft, before }),
  )
}

/** Asks again for what of the order is open. Null: nothing is. */
export function askUnfinished(state: ChatState, facts: ChatFacts): ChatStep | null {
  const { choosing, place, open = [] } = state
  const item = facts.menu.items.find(({ id }) => id === choosing?.itemId)
  if (place === 'options' && item) return nextGroup(state, item, facts)
  return open.length > 0 ? askOpen(state, facts) : null
}

/** The line asked about is this item; its options may still be open. */
export function chooseOpen(state: ChatState, item: ChatItem, facts: ChatFacts, before = ''): ChatStep {
  const [line, ...open] = state.open ?? []
  if (!line) return askOpen(state, facts, before)
  const { quantity, notes, replaces, wanted } = line
  const options = line.choices.find(({ itemId }) => itemId === item.id)?.options ?? []
  const choosing = {
    itemId: item.id,
    ...{ quantity, group: 0, page: 0, options, notes, replaces, wanted, isBrief: true },
  }
  return nextGroup({ ...state, choosing: pastFilled(choosing, item), open }, item, facts, before)
}

/** Whether an address makes sense now: the store delivers, and there is something to deliver. */
export const canTakeAddress = (state: ChatState, facts: ChatFacts): boolean =>
  facts.store.delivers && state.draft.items.length > 0
