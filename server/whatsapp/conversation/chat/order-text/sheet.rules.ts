import type { ChatItem, ChatMenu, DraftItem, DraftOption } from '../chat-state.ts'
import { matchItem, type Match, type Meaning } from './match-item.rules.ts'
import { matchOptions } from './match-options.rules.ts'
import { likeness } from './spelling/same-word.rules.ts'
import { isSaid } from './vocabulary.rules.ts'
import { menuWords, type Word } from './words.rules.ts'

/** One line of the order while a message is read. */
export interface SheetLine {
  readonly quantity: number
  /** The items that the words can mean; of one, with its options. */
  readonly meanings: readonly Meaning[]
  /** Some words say nothing of any of them. */
  readonly isNear: boolean
  readonly notes: readonly string[]
  readonly words: readonly Word[]
  /** It was in the cart before this message. */
  readonly draft: DraftItem | null
  /** The line of the cart that it takes the place of. */
  readonly replaces: DraftItem | null
}

/** What one change of a line of the cart is, until it is known which line. Null quantity: all of it. */
export type LineChange =
  | { readonly kind: 'quantity' | 'more'; readonly quantity: number }
  | { readonly kind: 'remove'; readonly quantity: number | null }
  | { readonly kind: 'note'; readonly note: string }

/** A change that several lines of the cart can mean. */
export interface Doubt {
  readonly change: LineChange
  /** As the customer wrote it. */
  readonly words: string
  readonly items: readonly DraftItem[]
}

/** The order as far as a message has been read. */
export interface Sheet {
  readonly lines: readonly SheetLine[]
  readonly doubts: readonly Doubt[]
  /** What was not understood, in the customer's words. */
  readonly unknown: readonly string[]
  /** The part of the last line of which the last piece spoke: "um com granola" of two. */
  readonly spoken: SheetLine | null
  /** The message said that what came before was wrong. */
  readonly isCorrecting: boolean
  /** The last piece took something out, so that "e o pudim" is taken out too. */
  readonly isRemoving: boolean
}

export function sheetOf(items: readonly DraftItem[], menu: ChatMenu): Sheet {
  const lines = items.map((draft): SheetLine => {
    const item = menu.items.find(({ id }) => id === draft.menuItemId)
    const meanings = item ? [knownMeaning(item, draft.options)] : []
    return {
      ...{ quantity: draft.quantity, meanings, isNear: false, notes: draft.notes ? [draft.notes] : [] },
      ...{ words: [], draft, replaces: null },
    }
  })
  return { lines, doubts: [], unknown: [], spoken: null, isCorrecting: false, isRemoving: false }
}

const knownMeaning = (item: ChatItem, options: readonly DraftOption[]): Meaning => ({
  ...{ item, options, notes: [], named: 1, isWhole: true, isExact: true, left: [], wanted: null },
})

/** The line that the message added last. */
export const lastAdded = ({ lines }: Sheet): SheetLine | null => {
  const last = lines.at(-1)
  return last && last.draft === null ? last : null
}

/** A new line of what was written. */
export const lineOf = (
  words: readonly Word[],
  quantity: number,
  match: Exclude<Match, { type: 'none' }>,
): SheetLine => {
  const meanings = match.type === 'one' ? [match.meaning] : match.meanings
  const notes = meanings[0]?.notes ?? []
  return { quantity, meanings, notes, words, isNear: match.type === 'near', draft: null, replaces: null }
}

export const withLine = (sheet: Sheet, line: SheetLine): Sheet => ({
  ...sheet,
  spoken: null,
  lines: [...sheet.lines, line],
})

export const replaceLine = (sheet: Sheet, old: SheetLine, lines: readonly SheetLine[]): Sheet => ({
  ...sheet,
  lines: sheet.lines.flatMap((line) => (line === old ? lines : [line])),
})

export const withUnknown = (sheet: Sheet, words: string): Sheet =>
  words === '' ? sheet : { ...sheet, unknown: [...sheet.unknown, words] }

/** The lines of the order that the words name. `isExact`: a name that is only like theirs is none. */
export function linesNamed(
  words: readonly Word[],
  { lines }: Sheet,
  { menu, isExact = false }: { readonly menu: ChatMenu; readonly isExact?: boolean },
): readonly SheetLine[] {
  const items = [
    ...new Set(
      lines.flatMap(({ meanings }) => (meanings.length === 1 ? meanings : [])).map(({ item }) => item),
    ),
  ]
  const match = matchItem(words, { ...menu, items })
  if (match.type !== 'one' && match.type !== 'several') return []
  const found = match.type === 'one' ? [match.meaning] : match.meanings
  return lines.filter(
    ({ meanings: [only, ...more] }) =>
      only !== undefined &&
      more.length === 0 &&
      found.some((one) => one.named > 0 && (one.isExact || !isExact) && one.item === only.item),
  )
}

/** The lines that the words name, or that are of the category ("a bebida"), or have the options ("a de mussarela"). */
export function linesMeant(words: readonly Word[], sheet: Sheet, menu: ChatMenu): readonly SheetLine[] {
  const named = linesNamed(words, sheet, { menu, isExact: true })
  if (named.length > 0) return named
  const said = words.filter(isSaid)
  const ofKind = sheet.lines.filter((line) => isOfCategory(line, said, menu))
  if (ofKind.length > 0 || !/^(?:de|com)$/.test(words[0]?.text ?? '')) return ofKind
  return sheet.lines.filter((line) => hasOptions(line, said))
}

function isOfCategory({ meanings: [only] }: SheetLine, said: readonly Word[], menu: ChatMenu): boolean {
  const category = menu.categories.find(({ id }) => id === only?.item.categoryId)
  const its = category ? menuWords(category) : []
  return said.length > 0 && said.every(({ text }) => its.some((own) => likeness(text, own.text) === 'same'))
}

function hasOptions({ meanings: [only, ...others] }: SheetLine, said: readonly Word[]): boolean {
  if (!only || others.length > 0 || said.length === 0) return false
  const { options, left } = matchOptions(said, only.item)
  return (
    left.length === 0 &&
    options.length > 0 &&
    options.every(({ menuOptionId }) => only.options.some((one) => one.menuOptionId === menuOptionId))
  )
}

/** Makes the change on the only line that it can mean; of several, it stays in doubt. `words`: as the customer wrote it. */
export function changeOne(
  sheet: Sheet,
  found: readonly SheetLine[],
  { change, words }: Pick<Doubt, 'change' | 'words'>,
): Sheet {
  const [only, ...others] = found
  if (!only) return withUnknown(sheet, words)
  if (others.length === 0) return replaceLine(sheet, only, changed(only, change))
  const items = found.flatMap(({ draft }) => draft ?? [])
  return items.length === found.length
    ? { ...sheet, doubts: [...sheet.doubts, { change, words, items }] }
    : withUnknown(sheet, words)
}

function changed(line: SheetLine, change: LineChange): readonly SheetLine[] {
  switch (change.kind) {
    case 'quantity':
      return [{ ...line, quantity: change.quantity }]
    case 'more':
      return [{ ...line, quantity: line.quantity + change.quantity }]
    case 'note':
      return [{ ...line, notes: [...line.notes, change.note] }]
    case 'remove':
      return change.quantity === null || change.quantity >= line.quantity
        ? []
        : [{ ...line, quantity: line.quantity - change.quantity }]
  }
}
