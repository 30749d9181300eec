import type { ChatFacts, ChatState, ChatStep, Draft, DraftItem, OpenLine } from '../chat-state.ts'
import * as say from '../chat-messages.rules.ts'
import { fitsGroups } from '../asked-groups.rules.ts'
import { withItem } from '../draft.rules.ts'
import { askOpen, handToPerson, replyWith, showCart } from '../replies.rules.ts'
import type { Meaning } from './match-item.rules.ts'
import { notRead, whichLineMessage } from './order-messages.rules.ts'
import { readOrder } from './read-order.rules.ts'
import type { Sheet, SheetLine } from './sheet.rules.ts'
import { rawText } from './split-notes.rules.ts'
import { halves } from './vocabulary.rules.ts'

/**
 * What a message orders or changes, in the cart; what is open is asked for, one thing at a time. Null: the message orders
 * and changes nothing.
 */
export function orderByText(state: ChatState, text: string, facts: ChatFacts): ChatStep | null {
  const sheet = readOrder(text, state.draft.items, facts.menu)
  if (!isOrder(sheet, state)) return null
  const lines = sheet.lines.map(withOtherHalf)
  const settled = lines.filter(isSettled)
  const open = lines.filter((line) => !isSettled(line)).map(openLine)
  const draft = draftOf(state.draft, settled)
  if (!draft) return showCart(state, facts, say.tooMuch)
  const [doubt, ...doubts] = sheet.doubts
  const unread = [...sheet.unknown, ...doubts.map(({ words }) => words)]
  const next: ChatState = { ...state, draft, open: [...open, ...(state.open ?? [])] }
  const isMiss = unread.length > 0 || open.some(({ isNear }) => isNear)
  if (isMiss && state.misses > 0) return handToPerson(next, facts, 'not-understood')
  const before = notRead(unread)
  const step =
    doubt && open.length === 0
      ? replyWith({ ...next, place: 'cart' }, whichLineMessage(doubt, before))
      : askOpen(next, facts, notRead([...unread, ...(doubt ? [doubt.words] : [])]))
  return { ...step, state: { ...step.state, misses: isMiss ? 1 : 0 } }
}

/** Whether everything in a message is an order, so that it can be one where the chat asks for something else. */
export function isWholeOrder(state: ChatState, text: string, facts: ChatFacts): boolean {
  const sheet = readOrder(text, state.draft.items, facts.menu)
  return sheet.unknown.length === 0 && !sheet.lines.some(({ isNear }) => isNear) && isOrder(sheet, state)
}

const isOrder = ({ lines, doubts }: Sheet, { draft }: ChatState): boolean =>
  doubts.length > 0 ||
  lines.length !== draft.items.length ||
  lines.some(
    (line) => line.draft === null || !draft.items.includes(line.draft) || isChanged(line, line.draft),
  )

const isChanged = ({ quantity, notes }: SheetLine, draft: DraftItem): boolean =>
  quantity !== draft.quantity || notes.join(', ') !== (draft.notes ?? '')

/** "meia calabresa" leaves the other half open: the flavours are asked for. */
function withOtherHalf(line: SheetLine): SheetLine {
  const [only, ...others] = line.meanings
  const isHalved = line.draft === null && line.words.filter(({ text }) => halves.has(text)).length === 1
  if (!only || others.length > 0 || !isHalved) return line
  const shared = only.options.filter(({ groupName }) =>
    only.item.groups.some(({ name, min, max }) => name === groupName && min > 0 && max > 1),
  )
  if (shared.length !== 1) return line
  return { ...line, meanings: [{ ...only, options: only.options.filter((one) => !shared.includes(one)) }] }
}

/** One item is meant, and its options need no question. */
const isSettled = ({ meanings: [only, ...more], isNear, draft }: SheetLine): boolean =>
  draft !== null || (!isNear && only !== undefined && more.length === 0 && isFilled(only))

const isFilled = ({ item, options, wanted }: Meaning): boolean => wanted === null && fitsGroups(item, options)

const openLine = ({ meanings, quantity, notes, isNear, words, replaces }: SheetLine): OpenLine => ({
  ...{ words: rawText(words), quantity, isNear, notes: notes.length > 0 ? notes.join(', ') : null },
  choices: meanings.map(({ item, options }) => ({ itemId: item.id, options })),
  replaces: replaces?.menuItemId ?? null,
  wanted: meanings[0]?.wanted ?? undefined,
})

/** Null: it is too much for one order. */
function draftOf(draft: Draft, lines: readonly SheetLine[]): Draft | null {
  const empty: Draft = { ...draft, items: [], quote: null }
  return lines.reduce<Draft | null>((sum, line) => sum && withItem(sum, draftItem(line)), empty)
}

function draftItem({ draft, meanings: [only], quantity, notes }: SheetLine): DraftItem {
  const item = draft ?? {
    menuItemId: only?.item.id ?? '',
    name: only?.item.name ?? '',
    unitPriceCents: only?.item.priceCents ?? 0,
    options: only?.options ?? [],
  }
  const { notes: _, ...rest } = { notes: undefined, ...item }
  return { ...rest, quantity, ...(notes.length > 0 ? { notes: notes.join(', ') } : {}) }
}
