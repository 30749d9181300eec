import { fitsGroups } from '../../asked-groups.rules.ts'
import type { ChatMenu } from '../../chat-state.ts'
import { isNoChoice, matchItem, optionNames } from '../match-item.rules.ts'
import { matchOptions } from '../match-options.rules.ts'
import type { Piece } from '../pieces.rules.ts'
import { lastAdded, lineOf, replaceLine, withUnknown, type Sheet, type SheetLine } from '../sheet.rules.ts'
import { rawText, splitNotes } from '../split-notes.rules.ts'
import { isSaid, removals } from '../vocabulary.rules.ts'
import { quantityIn, type Word } from '../words.rules.ts'

/**
 * What a piece says of several lines at once: "2 de cada", "tira um de cada", "os dois sem cebola", "todos com granola".
 * It speaks of what the message has added, or, where it has added nothing, of the order before it. Null: it speaks of no
 * such lines.
 */
export function ofAllLines(sheet: Sheet, piece: Piece, menu: ChatMenu): Sheet | null {
  const added = sheet.lines.filter(({ draft }) => draft === null)
  const lines = added.length > 0 ? added : sheet.lines
  const written = [piece.quantity ?? '', rawText(piece.words)].join(' ').trim()
  const each = isEach(piece.words) ? eachMeaning(sheet, piece.quantity ?? 1) : null
  if (each) return each
  if (isEach(piece.words)) return eachCounted(sheet, lines, piece) ?? withUnknown(sheet, written)
  const wish = wishOfAll(piece, lines)
  if (!wish) return null
  const wished = lines.map((line) => withWish(line, wish, menu))
  return wished.some((line) => line === null)
    ? withUnknown(sheet, written)
    : { ...sheet, lines: sheet.lines.map((line) => wished[lines.indexOf(line)] ?? line) }
}

/** "2 combos, um de cada" of a menu with two: one of each. Null: nothing is open that has as many meanings. */
function eachMeaning(sheet: Sheet, count: number): Sheet | null {
  const line = lastAdded(sheet)
  if (!line || line.isNear || line.meanings.length < 2 || line.meanings.length * count !== line.quantity)
    return null
  return replaceLine(
    sheet,
    line,
    line.meanings.map((meaning) => ({ ...line, quantity: count, meanings: [meaning] })),
  )
}

/** "as duas sem salada", "todas de frango" where there is one line: said of that line as it is. */
export function ofOneLine(piece: Piece, { lines }: Sheet): Piece {
  const added = lines.filter(({ draft }) => draft === null)
  const [only, ...others] = added.length > 0 ? added : lines
  if (!only || others.length > 0 || only.quantity < 2) return piece
  const { words, quantity, hasArticle, isTrailing, isMore } = piece
  const [first, ...rest] = words
  if (quantity === null && rest.length > 0 && isAll(first, rest[0])) return { ...piece, words: rest }
  const isCounted = hasArticle && quantity === only.quantity && !isTrailing && !isMore && words.length > 0
  return isCounted ? { ...piece, quantity: null } : piece
}

/** "com bacon nos dois" as "os dois com bacon". */
export function allFirst(clause: readonly Word[]): readonly Word[] {
  const [places, count] = clause.slice(-2)
  const isOfAll =
    clause.length > 3 &&
    /^(?:com|sem)$/.test(clause[0]?.text ?? '') &&
    places !== undefined &&
    count !== undefined &&
    (/^n[ao]s$/.test(places.text)
      ? quantityIn(count) !== null
      : places.text === 'em' && isAll(count, clause[0]))
  return isOfAll ? [{ ...places, text: 'os' }, count, ...clause.slice(0, -2)] : clause
}

/** "todos", and "tudo" before a wish: "x-tudo" has no wish behind its first word. */
const isAll = (word: Word | undefined, next: Word | undefined): boolean =>
  /^(?:todos|todas|ambos|ambas)$/.test(word?.text ?? '') ||
  (word?.text === 'tudo' && /^(?:com|sem)$/.test(next?.text ?? ''))

/** "3 de cada: x-tudo, x-egg" is said of the clauses after it. */
export function withEachLast(clauses: readonly (readonly Word[])[]): readonly (readonly Word[])[] {
  const [first, ...others] = clauses
  const isFirst = first?.some(({ text }) => text === 'cada') && isEach(first.slice(-2))
  return first && isFirst && others.length > 0 ? [...others, first] : clauses
}

const isEach = (words: readonly Word[]): boolean =>
  /^(?:\w+ (?:\d{1,2} )?)?de cada(?: (?:1|tipo|item))?$/.test(words.map(({ text }) => text).join(' ')) &&
  words.every(({ text }) => /^(?:de|cada|tipo|item)$/.test(text) || removals.has(text) || /^\d+$/.test(text))

/** Null: there are no several lines, or they have a number of their own. */
function eachCounted(
  sheet: Sheet,
  lines: readonly SheetLine[],
  { words, quantity, isMore }: Piece,
): Sheet | null {
  const count = quantity ?? words.map(quantityIn).find((one) => one !== null) ?? 1
  if (lines.length < 2) return null
  const isLess = removals.has(words[0]?.text ?? '')
  const isNew = lines.every((line) => line.draft === null && line.quantity === 1)
  if (!isLess && !isMore && !isNew) return null
  const counted = lines.flatMap((line) => {
    const now = isLess ? line.quantity - count : isMore ? line.quantity + count : count
    return now > 0 ? [{ line, now: { ...line, quantity: now } }] : []
  })
  const nowOf = new Map(counted.map(({ line, now }) => [line, now]))
  return {
    ...sheet,
    lines: sheet.lines.flatMap((line) => (lines.includes(line) ? (nowOf.get(line) ?? []) : [line])),
  }
}

/** Of "os dois sem cebola" and "todos sem cebola", the words behind the number. Null: it is said of one line. */
function wishOfAll(
  { words, quantity, hasArticle, isMore, isTrailing }: Piece,
  lines: readonly SheetLine[],
): readonly Word[] | null {
  const [first, ...rest] = words
  if (lines.length < 2 || isMore || isTrailing || !first) return null
  if (quantity === null && isAll(first, rest[0])) return rest.length > 0 ? rest : null
  const sum = lines.reduce((all, line) => all + line.quantity, 0)
  return hasArticle && quantity !== null && quantity > 1 && [lines.length, sum].includes(quantity)
    ? words
    : null
}

/** Null: it is no wish that this line can have. */
function withWish(line: SheetLine, wish: readonly Word[], menu: ChatMenu): SheetLine | null {
  const { body, notes } = splitNotes(wish, line.meanings.flatMap(optionNames))
  if (notes.length > 0 && !body.some(isSaid)) {
    const own = notes.filter((note) => !line.meanings.some(({ item }) => isNoChoice(note, item)))
    return { ...line, notes: [...line.notes, ...own] }
  }
  if (line.draft !== null) return withOptions(line, wish)
  const words = [...line.words, ...wish]
  const match = matchItem(words, menu)
  return match.type === 'one'
    ? { ...lineOf(words, line.quantity, match), notes: [...new Set([...line.notes, ...match.meaning.notes])] }
    : null
}

function withOptions(line: SheetLine, wish: readonly Word[]): SheetLine | null {
  const [only, ...others] = line.meanings
  if (!only || others.length > 0 || !line.draft) return null
  const { options, left } = matchOptions(wish, only.item)
  const isChosen = (id: string) => only.options.some(({ menuOptionId }) => menuOptionId === id)
  const all = [...only.options, ...options.filter(({ menuOptionId }) => !isChosen(menuOptionId))]
  if (options.length === 0 || left.some(isSaid) || !fitsGroups(only.item, all)) return null
  return { ...line, draft: { ...line.draft, options: all }, meanings: [{ ...only, options: all }] }
}
