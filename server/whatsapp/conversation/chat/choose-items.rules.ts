import { itemsNamed, offersOf } from './chat-text.rules.ts'
import {
  emptyDraft,
  type ChatFacts,
  type ChatState,
  type ChatStep,
  type Draft,
  type DraftItem,
} from './chat-state.ts'
import { maxItemQuantity, withItem, withoutLast } from './draft.rules.ts'
import * as say from './chat-messages.rules.ts'
import {
  type ReadText,
  replyWith,
  noReply,
  pageOf,
  greet,
  onNotUnderstood,
  showCart,
  nextGroup,
  chosenCount,
} from './replies.rules.ts'

export function addNamed(state: ChatState, text: string, facts: ChatFacts): ChatStep {
  const named = itemsNamed(text, facts.menu)
  const [only] = named
  if (named.length === 1 && only)
    return addById(state, only.item.id, only.quantity, facts) ?? onNotUnderstood(state, facts)
  return replyWith({ ...state, place: 'menu' }, say.foundMessage(named.map(({ item }) => item)))
}

export function addById(
  state: ChatState,
  itemId: string,
  quantity: number,
  facts: ChatFacts,
): ChatStep | null {
  const item = facts.menu.items.find(({ id }) => id === itemId)
  if (!item)
    return replyWith({ ...state, place: 'menu' }, say.menuMessage(facts, 0, 'Este item saiu do cardápio.'))
  const choosing = { itemId, quantity: Math.min(quantity, maxItemQuantity), group: 0, page: 0, options: [] }
  return nextGroup({ ...state, choosing }, item, facts)
}

export function chooseOption(
  state: ChatState,
  kind: 'option' | 'options',
  what: string,
  facts: ChatFacts,
): ChatStep {
  const { choosing } = state
  const item = facts.menu.items.find(({ id }) => id === choosing?.itemId)
  const group = item?.groups[choosing?.group ?? 0]
  if (!choosing || !item || !group)
    return replyWith(
      { ...state, place: 'menu', choosing: null },
      say.menuMessage(facts, 0, 'Este item saiu do cardápio.'),
    )
  const chosen = chosenCount(choosing.options, group)
  const goOn = (changes: Partial<NonNullable<ChatState['choosing']>>) =>
    nextGroup({ ...state, choosing: { ...choosing, ...changes } }, item, facts)
  if (kind === 'options')
    return what === 'done' && chosen >= group.min
      ? goOn({ group: choosing.group + 1, page: 0 })
      : goOn({ page: pageOf(what) })
  const option = group.options.find(({ id }) => id === what)
  if (!option) return onNotUnderstood(state, facts)
  const before = choosing.options.find(({ menuOptionId }) => menuOptionId === option.id)
  const quantity = Math.min(option.max, (before?.quantity ?? 0) + 1)
  const options = [
    ...choosing.options.filter((one) => one !== before),
    {
      menuOptionId: option.id,
      groupName: group.name,
      name: option.name,
      quantity,
      unitPriceCents: option.priceCents,
      priceMethod: group.priceMethod,
    },
  ]
  const full = chosenCount(options, group) >= group.max
  return goOn({ options, ...(full ? { group: choosing.group + 1, page: 0 } : {}) })
}

export function optionByText(state: ChatState, { text, intent }: ReadText, facts: ChatFacts): ChatStep {
  const several = offersOf(text, state.offered)
  const { choosing } = state
  if (several && choosing) {
    let step: ChatStep = noReply(state)
    const { group } = choosing
    for (const { id } of several) {
      const [kind, what = ''] = id.split(':')
      if (kind !== 'option' || step.state.choosing?.group !== group) break
      step = chooseOption(step.state, 'option', what, facts)
    }
    if (step.replies.length > 0) return step
  }
  if (intent === 'no') return chooseOption(state, 'options', 'done', facts)
  return onNotUnderstood(state, facts)
}

export function repeatLast(state: ChatState, facts: ChatFacts): ChatStep {
  const draft = facts.lastOrder.reduce<Draft>(
    (sum, item: DraftItem) => withItem(sum, item) ?? sum,
    emptyDraft(state.draft.number),
  )
  if (draft.items.length === 0) return greet(state, facts)
  return showCart({ ...state, draft, choosing: null }, facts)
}

export function undo(state: ChatState, facts: ChatFacts): ChatStep {
  const draft = withoutLast(state.draft)
  return draft.items.length > 0
    ? showCart({ ...state, draft }, facts)
    : replyWith({ ...state, draft, place: 'menu' }, say.menuMessage(facts, 0, 'Seu pedido está vazio.'))
}
