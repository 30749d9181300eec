import { emptyDraft, paymentMethods, type ChatFacts, type ChatState, type ChatStep } from './chat-state.ts'
import * as say from './chat-messages.rules.ts'
import {
  replyWith,
  pageOf,
  greet,
  restarted,
  handToPerson,
  sayClosed,
  askOpen,
  showCart,
  canTakeAddress,
} from './replies.rules.ts'
import { addById, chooseOption, correctLine, leaveOpen, repeatLast, undo } from './choose-items.rules.ts'
import { maxItemQuantity } from './draft.rules.ts'
import type { LineChange } from './order-text/sheet.rules.ts'
import { takeOut, withAddress, pay, settle, confirm } from './checkout.rules.ts'
import { lookup } from '../../../../contract/shared/lookup.ts'

/** One handler per kind of choice. A choice's id is the kind and its arguments, joined by colons. Null: not valid here. */
const handlers: Readonly<Record<string, (chosen: Chosen) => ChatStep | null>> = {
  item: ({ state, first, facts }) => addById(state, first, 1, facts),
  category: ({ state, first, second, facts }) =>
    facts.menu.categories.some(({ id }) => id === first)
      ? replyWith({ ...state, place: 'menu' }, say.categoryMessage(facts, first, pageOf(second)))
      : null,
  menu: ({ state, first, facts }) =>
    replyWith({ ...state, place: 'menu' }, say.menuMessage(facts, pageOf(first))),
  more: ({ state, facts }) => replyWith({ ...state, place: 'menu' }, say.menuMessage(facts, 0)),
  option: ({ state, first, facts }) =>
    state.place === 'options' ? chooseOption(state, 'option', first, facts) : null,
  options: ({ state, first, facts }) =>
    state.place === 'options' ? chooseOption(state, 'options', first, facts) : null,
  repeat: ({ state, facts }) => repeatLast(state, facts),
  resume: ({ state, facts }) => (hasItems(state) ? askOpen(state, facts) : null),
  back: ({ state, facts }) => (hasItems(state) ? showCart(state, facts) : null),
  undo: ({ state, facts }) => (hasItems(state) ? undo(state, facts) : null),
  takeout: ({ state, facts }) => (facts.store.takeout && hasItems(state) ? takeOut(state, facts) : null),
  address: ({ state, first, facts }) => {
    const known = facts.addresses[Number(first)]
    return known && canTakeAddress(state, facts) ? withAddress(state, { ...known }, facts) : null
  },
  pay: ({ state, first, facts }) => {
    const method = paymentMethods.find((one) => one === first)
    return method ? pay(state, method, facts) : null
  },
  change: ({ state, facts }) =>
    state.place === 'change' ? settle(state, { method: 'CASH', changeForCents: null }, facts) : null,
  confirm: ({ state, facts }) => (state.place === 'summary' ? confirm(state, facts) : null),
  none: ({ state, facts }) => leaveOpen(state, facts),
  line: ({ state, first, second, third, facts }) => {
    const change = lineChangeOf(first, third)
    return change && correctLine(state, change, { menuItemId: second, facts })
  },
  discard: ({ state, facts }) => discard(state, facts),
}

function lineChangeOf(kind: string, value: string): LineChange | null {
  const quantity = Number.parseInt(value, 10)
  if (kind === 'note') return { kind, note: value }
  if (kind === 'remove') return { kind, quantity: quantity > 0 ? quantity : null }
  const isCount = quantity > 0 && quantity <= maxItemQuantity
  return isCount && (kind === 'quantity' || kind === 'more') ? { kind, quantity } : null
}

interface Chosen {
  readonly state: ChatState
  readonly first: string
  readonly second: string
  readonly third: string
  readonly facts: ChatFacts
}

const hasItems = ({ draft }: ChatState): boolean => draft.items.length > 0

/** Handles a tapped choice. Old lists stay on the customer's phone, so a choice is valid anywhere it makes sense. */
export function byChoice(state: ChatState, id: string, facts: ChatFacts): ChatStep | null {
  const [kind = '', first = '', second = '', third = ''] = id.split(':')
  if (!facts.store.open) return sayClosed(state, facts)
  return lookup(handlers, kind)?.({ state, first, second, third, facts }) ?? null
}

export function discard(state: ChatState, facts: ChatFacts): ChatStep {
  if (state.place === 'placed') return fromPlaced(state, facts)
  const hadItems = hasItems(state)
  const next = restarted({ ...state, draft: emptyDraft(state.draft.number) })
  return greet(next, facts, hadItems ? say.discarded : '')
}

/** The order may be in the kitchen already, so a person decides about the cancellation. */
const fromPlaced = (state: ChatState, facts: ChatFacts): ChatStep => handToPerson(state, facts, 'cancel')
