import { emptyDraft, paymentMethods, type ChatFacts, type ChatState, type ChatStep } from './chat-state.ts'
import * as say from './chat-messages.rules.ts'
import { to, pageOf, greet, begunAgain, toPerson, toCart, canAddress } from './moves.rules.ts'
import { addById, chooseOption, repeatLast, undo } from './choose-items.rules.ts'
import { takeOut, withAddress, pay, settle, confirm } from './checkout.rules.ts'
import { lookup } from '../../../../contract/shared/lookup.ts'

/** What a choice means: what follows its kind, after the colons. Null: nothing, where the order is now. */
const meanings: Readonly<Record<string, (chosen: Chosen) => ChatStep | null>> = {
  item: ({ state, first, facts }) => addById(state, first, 1, facts),
  category: ({ state, first, second, facts }) =>
    facts.menu.categories.some(({ id }) => id === first)
      ? to({ ...state, place: 'menu' }, say.categoryMessage(facts, first, pageOf(second)))
      : null,
  menu: ({ state, first, facts }) => to({ ...state, place: 'menu' }, say.menuMessage(facts, pageOf(first))),
  more: ({ state, facts }) => to({ ...state, place: 'menu' }, say.menuMessage(facts, 0)),
  option: ({ state, first, facts }) =>
    state.place === 'options' ? chooseOption(state, 'option', first, facts) : null,
  options: ({ state, first, facts }) =>
    state.place === 'options' ? chooseOption(state, 'options', first, facts) : null,
  repeat: ({ state, facts }) => repeatLast(state, facts),
  resume: ({ state, facts }) => (hasItems(state) ? toCart(state, facts) : null),
  back: ({ state, facts }) => (hasItems(state) ? toCart(state, facts) : null),
  undo: ({ state, facts }) => (hasItems(state) ? undo(state, facts) : null),
  takeout: ({ state, facts }) => (facts.store.takeout && hasItems(state) ? takeOut(state, facts) : null),
  address: ({ state, first, facts }) => {
    const known = facts.addresses[Number(first)]
    return known && canAddress(state, facts) ? withAddress(state, { ...known }, facts) : null
  },
  pay: ({ state, first, facts }) => {
    const method = paymentMethods.find((one) => one === first)
    return method ? pay(state, method, facts) : null
  },
  change: ({ state, facts }) =>
    state.place === 'change' ? settle(state, { method: 'CASH', changeForCents: null }, facts) : null,
  confirm: ({ state, facts }) => (state.place === 'summary' ? confirm(state, facts) : null),
  discard: ({ state, facts }) => discard(state, facts),
}

interface Chosen {
  readonly state: ChatState
  readonly first: string
  readonly second: string
  readonly facts: ChatFacts
}

const hasItems = ({ draft }: ChatState): boolean => draft.items.length > 0

/** Old lists stay on the customer's phone, so a choice counts in every place where it makes sense. */
export function byChoice(state: ChatState, id: string, facts: ChatFacts): ChatStep | null {
  const [kind = '', first = '', second = ''] = id.split(':')
  if (!facts.store.open) return greet(state, facts)
  return lookup(meanings, kind)?.({ state, first, second, facts }) ?? null
}

export function discard(state: ChatState, facts: ChatFacts): ChatStep {
  if (state.place === 'placed') return fromPlaced(state, facts)
  const had = state.draft.items.length > 0
  const next = begunAgain({ ...state, draft: emptyDraft(state.draft.number) })
  return greet(next, facts, had ? say.discarded : '')
}

/** An order that is in the kitchen is not undone by a word: a person decides. */
const fromPlaced = (state: ChatState, facts: ChatFacts): ChatStep => toPerson(state, facts, 'cancel')
