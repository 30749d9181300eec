import { chosenCount, draftOption, groupAsked } from './asked-groups.rules.ts'
import { offersOf } from './chat-text.rules.ts'
import {
  emptyDraft,
  type ChatFacts,
  type ChatState,
  type ChatStep,
  type Choosing,
  type Draft,
  type DraftItem,
  type OpenLine,
} from './chat-state.ts'
import { maxItemQuantity, withItem, withoutLast } from './draft.rules.ts'
import { correctedItems } from './order-text/corrections/corrected-items.rules.ts'
import { isSure, matchItem, optionNames, type Match } from './order-text/match-item.rules.ts'
import { matchOptions } from './order-text/match-options.rules.ts'
import { leftOut } from './order-text/order-messages.rules.ts'
import { clausesOf, piecesOf } from './order-text/pieces.rules.ts'
import type { LineChange } from './order-text/sheet.rules.ts'
import { splitNotes } from './order-text/split-notes.rules.ts'
import { asking, isPolite, linking } from './order-text/vocabulary.rules.ts'
import { wordsOf } from './order-text/words.rules.ts'
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
  askOpen,
  chooseOpen,
  pastFilled,
} from './replies.rules.ts'

export function addById(
  state: ChatState,
  itemId: string,
  quantity: number,
  facts: ChatFacts,
): ChatStep | null {
  const item = facts.menu.items.find(({ id }) => id === itemId)
  if (!item)
    return replyWith({ ...state, place: 'menu' }, say.menuMessage(facts, 0, 'Este item saiu do cardápio.'))
  if (state.open?.[0]?.choices.some((choice) => choice.itemId === itemId))
    return chooseOpen(state, item, facts)
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
  const group = groupAsked(item, choosing)
  if (!choosing || !item || !group)
    return replyWith(
      { ...state, place: 'menu', choosing: null },
      say.menuMessage(facts, 0, 'Este item saiu do cardápio.'),
    )
  const chosen = chosenCount(choosing.options, group)
  const goOn = (changes: Partial<Choosing>) => {
    const next = { ...choosing, ...changes }
    const entered = next.group === choosing.group ? next : pastFilled(next, item)
    return nextGroup({ ...state, choosing: entered }, item, facts)
  }
  if (kind === 'options')
    return what === 'done' && chosen >= group.min
      ? goOn({ group: choosing.group + 1, page: 0 })
      : goOn({ page: pageOf(what) })
  const option = group.options.find(({ id }) => id === what)
  if (!option) return onNotUnderstood(state, facts)
  const before = choosing.options.find(({ menuOptionId }) => menuOptionId === option.id)
  const quantity = Math.min(option.max, (before?.quantity ?? 0) + 1)
  const options = [...choosing.options.filter((one) => one !== before), draftOption(group, option, quantity)]
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
  return namedOptions(state, text, facts) ?? onNotUnderstood(state, facts)
}

/** "calabresa e portuguesa sem cebola, borda de cheddar": by name, with a wish and with options of other groups. */
function namedOptions(state: ChatState, text: string, facts: ChatFacts): ChatStep | null {
  const { choosing } = state
  const item = facts.menu.items.find(({ id }) => id === choosing?.itemId)
  const group = groupAsked(item, choosing)
  if (!item || !group || !choosing) return null
  const words = wordsOf(text).filter((word) => !/^[,e]$/.test(word.text) && !isPolite(word))
  const { body, notes } = splitNotes(words, optionNames({ item }))
  const { options, left } = matchOptions(body, item)
  const own = options.filter(({ groupName }) => groupName === group.name)
  const isElse = left.some((word) => !linking.has(word.text) && !asking.has(word.text))
  // "sem cebola e portuguesa" may want the other flavour.
  const isInNote = notes.some((note) => matchOptions(wordsOf(note), item).options.length > 0)
  if (own.length === 0 || isElse || isInNote) return null
  const others = options.filter(
    ({ groupName }) =>
      groupName !== group.name && !choosing.options.some((one) => one.groupName === groupName),
  )
  // A group that is asked for next is chosen from then.
  if (others.some(({ groupName }) => !choosing.isBrief || groupName === choosing.wanted)) return null
  let step: ChatStep = noReply({
    ...state,
    choosing: {
      ...choosing,
      options: [...choosing.options, ...others],
      notes: [choosing.notes ?? '', ...notes].filter(Boolean).join(', ') || undefined,
    },
  })
  for (const { menuOptionId } of own) {
    if (step.state.choosing?.group !== choosing.group) break
    step = chooseOption(step.state, 'option', menuOptionId, facts)
  }
  return step
}

/** The answer to which item a line of a message means, in words. Null: it is none of them. */
export function openByText(state: ChatState, { text, intent }: ReadText, facts: ChatFacts): ChatStep | null {
  const [line, ...open] = state.open ?? []
  if (!line || state.place !== 'menu') return null
  if (intent === 'no') return askOpen({ ...state, open }, facts, leftOut(line))
  const items = facts.menu.items.filter(({ id }) => line.choices.some(({ itemId }) => itemId === id))
  const [piece, ...more] = clausesOf(text, facts.menu).flatMap((clause) => piecesOf(clause, facts.menu))
  if (!piece || more.length > 0) return null
  const menu = { ...facts.menu, items }
  const match = matchItem(piece.words, menu)
  if (match.type === 'one')
    return match.meaning.notes.length === 0 ? chooseOpen(state, match.meaning.item, facts) : null
  return match.type === 'several'
    ? narrowed(
        state,
        { line, match, whole: matchItem([...wordsOf(line.words), ...piece.words], menu) },
        facts,
      )
    : null
}

/** "a lata" of "coca" is the coca in a can, and not the one without sugar; else fewer are left to choose from. */
function narrowed(state: ChatState, { line, match, whole }: Narrowed, facts: ChatFacts): ChatStep {
  if (whole.type === 'one' && isSure(whole.meaning)) return chooseOpen(state, whole.meaning.item, facts)
  const ids = match.meanings.map(({ item }) => item.id)
  const choices = line.choices.filter(({ itemId }) => ids.includes(itemId))
  return askOpen({ ...state, open: [{ ...line, choices }, ...(state.open ?? []).slice(1)] }, facts)
}

interface Narrowed {
  readonly line: OpenLine
  /** What the answer alone can mean. */
  readonly match: Match & { readonly type: 'several' | 'near' }
  /** What it means behind the words that were asked about. */
  readonly whole: Match
}

/** "Nenhum destes": the line is left out of the order. */
export function leaveOpen(state: ChatState, facts: ChatFacts): ChatStep | null {
  const [line, ...open] = state.open ?? []
  return line ? askOpen({ ...state, open }, facts, leftOut(line)) : null
}

/** Makes a correction on the line of the order that the customer chose. Null: the line is gone. */
export function correctLine(
  state: ChatState,
  change: LineChange,
  { menuItemId, facts }: { readonly menuItemId: string; readonly facts: ChatFacts },
): ChatStep | null {
  const items = correctedItems(state.draft.items, menuItemId, change)
  if (!items) return null
  const draft = items.reduce<Draft | null>((sum, item) => sum && withItem(sum, item), {
    ...state.draft,
    items: [],
    quote: null,
  })
  return draft ? showCart({ ...state, draft }, facts) : showCart(state, facts, say.tooMuch)
}

export function repeatLast(state: ChatState, facts: ChatFacts): ChatStep {
  const draft = facts.lastOrder.reduce<Draft>(
    (sum, item: DraftItem) => withItem(sum, item) ?? sum,
    emptyDraft(state.draft.number),
  )
  if (draft.items.length === 0) return greet(state, facts)
  return showCart({ ...state, draft, choosing: null, open: undefined }, facts)
}

export function undo(state: ChatState, facts: ChatFacts): ChatStep {
  const draft = withoutLast(state.draft)
  return draft.items.length > 0
    ? showCart({ ...state, draft }, facts)
    : replyWith({ ...state, draft, place: 'menu' }, say.menuMessage(facts, 0, 'Seu pedido está vazio.'))
}
