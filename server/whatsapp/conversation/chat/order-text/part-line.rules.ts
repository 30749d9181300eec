import { fitsGroups } from '../asked-groups.rules.ts'
import type { ChatMenu, DraftOption } from '../chat-state.ts'
import type { PieceMatch } from './extend-line.rules.ts'
import { isSure, matchItem, optionNames, type Meaning } from './match-item.rules.ts'
import { matchOptions } from './match-options.rules.ts'
import {
  lineOf,
  linesMeant,
  replaceLine,
  withLine,
  withUnknown,
  type Sheet,
  type SheetLine,
} from './sheet.rules.ts'
import { rawText, splitNotes, type Wording } from './split-notes.rules.ts'
import { counting, isSaid, plainly } from './vocabulary.rules.ts'
import { menuWords, type Word } from './words.rules.ts'

interface Part {
  readonly quantity: number
  readonly words: readonly Word[]
  readonly menu: ChatMenu
}

/**
 * "um sem cebola", "uma de mussarela e outra de calabresa", "5 de queijo": some of the line before them, or more of its
 * kind. Null: the piece is an item of its own.
 */
export function partLine(sheet: Sheet, whole: SheetLine, { piece, match, menu }: PieceMatch): Sheet | null {
  if (match.type === 'one' && (isSure(match.meaning) || isCountedName(piece.words, match.meaning)))
    return null
  const earlier = ofEarlier(sheet, piece, menu)
  if (earlier) return earlier
  const words = piece.words.filter(({ text }) => !counting.has(text))
  const part = { quantity: piece.quantity ?? 1, words, menu }
  const wording = splitNotes(words, whole.meanings.flatMap(optionNames))
  return (
    otherKind(sheet, whole, part) ??
    anotherKind(sheet, whole, { piece, match, menu }) ??
    asItIs(sheet, whole, { part, wording }) ??
    oneMore(sheet, whole, { piece, wording }) ??
    withOwnNotes(sheet, whole, { part, wording }) ??
    withOwnOptions(sheet, whole, { part, wording }) ??
    amongChoices(sheet, whole, part) ??
    ofItsKind(sheet, whole, part)
  )
}

/** "8 unidades de uramaki" names what the pieces are of. */
const isCountedName = ([unit, ...words]: readonly Word[], { item }: Meaning): boolean =>
  counting.has(unit?.text ?? '') && words.some(({ text }) => text === menuWords(item)[0]?.text)

/** "um de salmão sem arroz" behind two of them and another one: some of that line. */
function ofEarlier(sheet: Sheet, { words, quantity }: PieceMatch['piece'], menu: ChatMenu): Sheet | null {
  const { body, notes } = splitNotes(words, [])
  if (words[0]?.text !== 'de' || notes.length === 0 || quantity === null) return null
  const [line, ...others] = linesMeant(body, sheet, menu)
  return line && others.length === 0 && line.draft === null && line.quantity > quantity
    ? parted(sheet, line, { ...line, quantity, notes: [...line.notes, ...notes] })
    : null
}

interface Context {
  readonly part: Part
  readonly wording: Wording
}

/** "o outro normal": one of the line before, as it is on the menu. */
function asItIs(sheet: Sheet, whole: SheetLine, { part, wording }: Context): Sheet | null {
  const { quantity, words } = part
  const isPlain = words.some(({ text }) => plainly.has(text)) && !wording.body.some(isSaid)
  if (!isPlain || wording.notes.length > 0 || whole.meanings.length !== 1) return null
  if (quantity < whole.quantity) return parted(sheet, whole, { ...whole, quantity })
  return quantity === whole.quantity && sheet.spoken !== null ? { ...sheet, spoken: null } : null
}

/** "1 x-tudo e outro sem tomate": one more of the only one, with its own wish or options. Behind two it may be one of them. */
function oneMore(
  sheet: Sheet,
  whole: SheetLine,
  { piece, wording }: { readonly piece: PieceMatch['piece']; readonly wording: Wording },
): Sheet | null {
  const [only, ...others] = whole.meanings
  if (!piece.isOther || sheet.spoken !== null || !only || others.length > 0) return null
  const { options, left } = matchOptions(wording.body, only.item)
  if (left.some(isSaid) || (options.length === 0 && wording.notes.length === 0)) return null
  if (options.length > 0 && only.options.length > 0) return null
  if (whole.quantity > 1) return withUnknown(sheet, rawText(piece.words))
  const own = { ...only, options: options.length > 0 ? options : only.options }
  return withLine(sheet, { ...whole, meanings: [own], notes: wording.notes })
}

/** "um sem cebola". */
function withOwnNotes(sheet: Sheet, whole: SheetLine, { part, wording }: Context): Sheet | null {
  const { quantity, words } = part
  if (wording.notes.length === 0 || wording.body.some(isSaid)) return null
  const isUnclear =
    whole.quantity < quantity || whole.meanings.length !== 1 || isOfSeveral(sheet, whole, quantity)
  if (isUnclear) return withUnknown(sheet, rawText(words))
  return parted(sheet, whole, { ...whole, quantity, notes: [...whole.notes, ...wording.notes] })
}

/** "1 sem picles" behind "2 smash duplo e 1 simples" may be any of the three. */
const isOfSeveral = (sheet: Sheet, whole: SheetLine, quantity: number): boolean =>
  quantity === whole.quantity &&
  sheet.spoken === null &&
  sheet.lines.some(
    (line) =>
      line !== whole &&
      line.draft === null &&
      line.notes.length === 0 &&
      firstWordOf(line) === firstWordOf(whole),
  )

const firstWordOf = ({ meanings: [only] }: SheetLine): string | undefined =>
  only && menuWords(only.item)[0]?.text

/** "uma de mussarela" of two pizzas; behind a pizza that has its flavour, it is another one. */
function withOwnOptions(sheet: Sheet, whole: SheetLine, { part, wording }: Context): Sheet | null {
  const [only, ...others] = whole.meanings
  if (!only || others.length > 0) return null
  const { options, left } = matchOptions(wording.body, only.item)
  if (options.length === 0 || left.some(isSaid)) return null
  const { quantity } = part
  const said = [...whole.words, ...wording.body]
  const own: SheetLine = { ...whole, quantity, words: said, meanings: [{ ...only, options }] }
  if (isOnTop(part.words, only, options)) {
    if (whole.quantity < quantity) return null
    const both = [{ ...only, options: [...only.options, ...options] }]
    return parted(sheet, whole, { ...own, meanings: both, notes: [...whole.notes, ...wording.notes] })
  }
  if (only.options.length > 0) return withLine(sheet, { ...own, notes: wording.notes })
  if (whole.quantity < quantity) return null
  return parted(sheet, whole, { ...own, notes: [...whole.notes, ...wording.notes] })
}

/** "uma com borda de chocolate" of two with their flavour: of another group. */
const isOnTop = (
  words: readonly Word[],
  { item, options: chosen }: Meaning,
  options: readonly DraftOption[],
): boolean =>
  words[0]?.text === 'com' &&
  chosen.length > 0 &&
  options.every(({ groupName }) => !chosen.some((one) => one.groupName === groupName)) &&
  fitsGroups(item, [...chosen, ...options])

/** "3 temakis: 2 de salmão": one of the items that the line before can mean. */
function amongChoices(sheet: Sheet, whole: SheetLine, { quantity, words, menu }: Part): Sheet | null {
  if (whole.meanings.length < 2 || whole.quantity < quantity) return null
  const items = whole.meanings.map(({ item }) => item)
  const match = matchItem([...whole.words, ...words], { ...menu, items })
  return match.type === 'one' ? parted(sheet, whole, lineOf(words, quantity, match)) : null
}

/** "2 água sem gás 1 com gás": the other item of that name, and not a wish. */
function otherKind(sheet: Sheet, whole: SheetLine, { quantity, words, menu }: Part): Sheet | null {
  const isKind = ({ text }: Word) => text === 'com' || text === 'sem'
  const end = whole.words.findIndex(isKind)
  if (end < 1 || !words.slice(0, 1).some(isKind)) return null
  const own = [...whole.words.slice(0, end), ...words]
  const match = matchItem(own, menu)
  return match.type === 'one' && isSure(match.meaning) && match.meaning.notes.length === 0
    ? withLine(sheet, lineOf(own, quantity, match))
    : null
}

/** "1 temaki salmão e outro filadélfia": of what the words may mean, the one that begins as the line before. */
function anotherKind(sheet: Sheet, whole: SheetLine, { piece, match, menu }: PieceMatch): Sheet | null {
  if (!piece.isOther || match.type !== 'several' || whole.meanings.length !== 1) return null
  if (match.meanings.some(({ named }) => named === 0)) return null
  const items = match.meanings.map(({ item }) => item)
  const own = [...whole.words.slice(0, 1), ...piece.words]
  const other = matchItem(own, { ...menu, items })
  return other.type === 'one' && isSure(other.meaning) && other.meaning.item !== whole.meanings[0]?.item
    ? withLine(sheet, lineOf(own, piece.quantity ?? 1, other))
    : null
}

/** "5 esfihas de carne e 5 de queijo": the first word of the line before counts for this one too. */
function ofItsKind(sheet: Sheet, whole: SheetLine, { quantity, words, menu }: Part): Sheet | null {
  if (words[0]?.text !== 'de') return null
  const end = whole.words.findIndex(({ text }) => text === 'de')
  const own = [...whole.words.slice(0, end === -1 ? 1 : end), ...words]
  const match = matchItem(own, menu)
  if (match.type !== 'one') return null
  // "2 bolos, um de cenoura": one of the two, or a third?
  const isIt = whole.meanings.some(({ item }) => item === match.meaning.item) && quantity < whole.quantity
  return isIt ? withUnknown(sheet, rawText(words)) : withLine(sheet, lineOf(own, quantity, match))
}

/** The part is before the rest of its line. */
function parted(sheet: Sheet, whole: SheetLine, part: SheetLine): Sheet {
  if (whole.quantity === part.quantity) return { ...replaceLine(sheet, whole, [part]), spoken: null }
  const rest = { ...whole, quantity: whole.quantity - part.quantity }
  return { ...replaceLine(sheet, whole, [part, rest]), spoken: part }
}
