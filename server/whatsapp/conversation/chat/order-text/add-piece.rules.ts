import type { ChatMenu } from '../chat-state.ts'
import { ofKnown } from './corrections/known-line.rules.ts'
import { extendLine, type PieceMatch } from './extend-line.rules.ts'
import { isSure, matchItem, type Match } from './match-item.rules.ts'
import { matchOptions } from './match-options.rules.ts'
import { partLine } from './part-line.rules.ts'
import { atPrice, atSize, worth } from './match-told.rules.ts'
import type { Piece } from './pieces.rules.ts'
import {
  lastAdded,
  lineOf,
  replaceLine,
  withLine,
  withUnknown,
  type Sheet,
  type SheetLine,
} from './sheet.rules.ts'
import { rawText } from './split-notes.rules.ts'
import { counting, halves, isSaid, removals, swaps } from './vocabulary.rules.ts'
import type { Word } from './words.rules.ts'

/** Adds what a piece orders, or says what the line before it is like. */
export function addPiece(sheet: Sheet, written: Piece, menu: ChatMenu): Sheet {
  const piece = worth(written, menu)
  const { words, quantity } = piece
  const match = matchOf(piece, menu)
  const before = lastAdded(sheet)
  const of = { piece, match, menu }
  const ofBefore = halvesOf(sheet, piece, menu) ?? (before && continued(sheet, before, of))
  if (ofBefore) return ofBefore
  if (before && isOfOpen(before, piece, match)) return withUnknown(sheet, saidIn(piece))
  if (isOfCart(sheet, piece)) return withUnknown(sheet, rawText(words))
  if (before && quantity === null && isChoiceOf(before, match, words))
    return withUnknown(reopened(sheet, before, words), saidIn(piece))
  if (match.type === 'none')
    return (before && ofPartName(sheet, before, piece)) ?? withUnknown(sheet, saidIn(piece))
  return ofKnown(sheet, piece, match) ?? oneOfEach(sheet, piece, match) ?? withPortions(sheet, piece, match)
}

const continued = (sheet: Sheet, before: SheetLine, of: PieceMatch): Sheet | null =>
  halvesOfOpen(sheet, before, of) ??
  (of.piece.quantity === null ? extendSpoken(sheet, before, of) : extendCounted(sheet, before, of))

const saidIn = ({ words, quantity }: Piece): string =>
  [quantity === null ? '' : String(quantity), rawText(words)].filter(Boolean).join(' ')

/** "1 lasanha 4 queijos" of a store that has another one: the words behind a part of a name put all of it in doubt. */
function ofPartName(sheet: Sheet, before: SheetLine, { words, quantity, isJoined }: Piece): Sheet | null {
  const [only, ...others] = before.meanings
  const isPart = only !== undefined && others.length === 0 && !only.isWhole && only.item.groups.length === 0
  if (!isPart || isJoined || quantity === null || words.length === 0 || before.notes.length > 0) return null
  const count = { text: String(quantity), raw: String(quantity) }
  return replaceLine(sheet, before, [{ ...before, isNear: true, words: [...before.words, count, ...words] }])
}

/** "3 de frango" behind five of something that is not clear yet: some of those, and no other dish. */
const isOfOpen = (before: SheetLine, { words: [first], quantity }: Piece, match: Match): boolean =>
  first?.text === 'de' &&
  quantity !== null &&
  quantity < before.quantity &&
  (before.isNear || before.meanings.length > 1) &&
  !(match.type === 'one' && isSure(match.meaning))

function withPortions(sheet: Sheet, piece: Piece, match: Exclude<Match, { type: 'none' }>): Sheet {
  const line = lineOf(piece.words, piece.quantity ?? 1, match)
  const portions = inPortions(line, piece)
  return isPartOfPortion(portions, piece) || (portions === line && isByPieces(line))
    ? withUnknown(sheet, saidIn(piece))
    : withLine(sheet, portions)
}

/** "e banana" behind "um com granola" belongs to that one. */
function extendSpoken(sheet: Sheet, before: SheetLine, of: PieceMatch): Sheet | null {
  const spoken = sheet.lines.find((line) => line === sheet.spoken)
  const extended = spoken && extendLine(sheet, spoken, of)
  if (!spoken || !extended) return extendLine(sheet, before, of)
  return { ...extended, spoken: extended.lines[sheet.lines.indexOf(spoken)] ?? null }
}

const extendCounted = (sheet: Sheet, before: SheetLine, of: PieceMatch): Sheet | null =>
  ofWhole(sheet, before, of) ?? moreOfSame(sheet, before, of.piece) ?? partLine(sheet, before, of)

/** "batata com cheddar e bacon 2": the number counts the whole name, and "coxinha: 2" the line before. */
function ofWhole(sheet: Sheet, before: SheetLine, of: PieceMatch): Sheet | null {
  const { quantity, words, isTrailing, isMore, isOther } = of.piece
  if (quantity === null || before.quantity !== 1 || isMore || isOther) return null
  if (words.every(({ text }) => counting.has(text))) {
    const line = inPortions({ ...before, quantity }, of.piece)
    return isPartOfPortion(line, of.piece) ? null : replaceLine(sheet, before, [line])
  }
  if (!isTrailing || !of.piece.isJoined) return null
  const extended = extendLine(sheet, before, of)
  const line = extended?.lines.at(-1)
  return extended && line ? replaceLine(extended, line, [{ ...line, quantity }]) : null
}

/** "10 esfihas metade carne metade queijo" are five of each. Null: it is no such count, or there are no whole halves. */
function halvesOf(sheet: Sheet, { words, quantity }: Piece, menu: ChatMenu): Sheet | null {
  const [first = -1, second = -1, ...more] = words.flatMap(({ text }, at) => (halves.has(text) ? [at] : []))
  if (first < 1 || second < 0 || more.length > 0 || quantity === null || quantity % 2 !== 0) return null
  const name = words.slice(0, first)
  const both = [words.slice(first + 1, second), words.slice(second + 1)].map((kind) => {
    const own = [...name, ...kind.filter(({ text }) => text !== 'e')]
    const match = matchItem(own, menu)
    return match.type === 'one' && match.meaning.options.length === 0
      ? lineOf(own, quantity / 2, match)
      : null
  })
  const lines = both.filter((line) => line !== null)
  return lines.length === 2 ? lines.reduce(withLine, sheet) : null
}

/** "8 esfihas, metade carne metade queijo": of a line that is still open. */
function halvesOfOpen(sheet: Sheet, before: SheetLine, { piece, menu }: PieceMatch): Sheet | null {
  const isOpen = before.isNear || before.meanings.length > 1
  if (!isOpen || piece.quantity !== null || !halves.has(piece.words[0]?.text ?? '')) return null
  const words = [...before.words, ...piece.words]
  return halvesOf(replaceLine(sheet, before, []), { ...piece, words, quantity: before.quantity }, menu)
}

/** "uma esfiha de cada": one of each item that the words name. Null: they name one, or too many. */
function oneOfEach(sheet: Sheet, { words, quantity }: Piece, match: Match): Sheet | null {
  const isEach = /(?:^| )cada(?: (?:1|tipo|sabor(?:es)?))?$/.test(words.map(({ text }) => text).join(' '))
  if (!isEach || match.type !== 'several' || match.meanings.length > maxEach) return null
  return match.meanings.reduce(
    (sum, meaning) => withLine(sum, lineOf(words, quantity ?? 1, { type: 'one', meaning })),
    sheet,
  )
}
const maxEach = 6

/** "e frango" behind a pizza that has its two flavours is a third, and no other item. */
const isChoiceOf = (
  { meanings: [only, ...others] }: SheetLine,
  match: Match,
  words: readonly Word[],
): boolean => {
  if (!only || others.length > 0 || (match.type === 'one' && isSure(match.meaning))) return false
  const { options, left } = matchOptions(words, only.item)
  return options.length > 0 && !left.some(isSaid)
}

/** One choice more than fits: which of them are meant is asked. */
function reopened(sheet: Sheet, line: SheetLine, words: readonly Word[]): Sheet {
  const meanings = line.meanings.map((one) => {
    const groupName = matchOptions(words, one.item).options[0]?.groupName
    const options = one.options.filter((option) => option.groupName !== groupName)
    return { ...one, options, wanted: groupName ?? one.wanted }
  })
  return replaceLine(sheet, line, [{ ...line, meanings }])
}

/** "troca o bacon por ovo" names an item, and orders none. */
const isChange = ([first]: readonly Word[]): boolean =>
  removals.has(first?.text ?? '') || swaps.has(first?.text ?? '')

/** "outra igual". */
function moreOfSame(sheet: Sheet, before: SheetLine, { quantity, words }: Piece): Sheet | null {
  const isSame = /^(?:igua(?:l|is)|d[ao] mesm[ao])$/.test(words.map(({ text }) => text).join(' '))
  if (!isSame || quantity === null) return null
  return replaceLine(sheet, before, [{ ...before, quantity: before.quantity + quantity }])
}

/** "2x salada" may be two of "X-Salada". */
function matchOf({ words, isTimes }: Piece, menu: ChatMenu): Match {
  const [first, ...rest] = words
  if (isTimes && first) {
    const asCheese = matchItem([{ ...first, text: `x${first.text}` }, ...rest], menu)
    if (asCheese.type === 'one' && asCheese.meaning.isExact) return asCheese
  }
  const match = matchItem(words, menu)
  if (match.type === 'one') return match
  return (
    atPrice(words, menu) ??
    atSize(words, menu) ??
    (match.type === 'near' && isChange(words) ? { type: 'none' } : match)
  )
}

/** "uma das cocas": one that is in the cart already. "outro com bacon" is like one of it. */
const isOfCart = ({ lines }: Sheet, { quantity, isOther, words: [first] }: Piece): boolean =>
  quantity !== null &&
  lines.length > 0 &&
  (isOther ? /^(?:com|sem)$/ : /^(?:d[ao]s|del[ae]s|dess[ae]s)$/).test(first?.text ?? '')

/** "20 hot roll" of a portion with 10: twenty pieces or twenty portions? */
const isByPieces = (line: SheetLine): boolean => {
  const count = unitsIn(line)
  return count !== null && line.quantity >= count
}

/** How many pieces one portion has, by the name of the only item. Null: the name does not say. */
function unitsIn({ meanings: [only] }: SheetLine): number | null {
  const [, count] = /[([]\s*(\d+)\s*(?:un|und|unidades|pecas|peças|pçs)\b/iu.exec(only?.item.name ?? '') ?? []
  return count === undefined ? null : Number(count)
}

/** "20 unidades de hot roll" are two portions with 10 each. */
function inPortions(line: SheetLine, { words: [first] }: Piece): SheetLine {
  const count = unitsIn(line)
  const isWhole = count !== null && line.quantity % count === 0
  return isWhole && isPieces(first) ? { ...line, quantity: line.quantity / count } : line
}

const isPieces = (word: Word | undefined): boolean => /^(?:und?|unidades?|pecas?)$/.test(word?.text ?? '')

/** "5 unidades" of a portion with 10. */
const isPartOfPortion = (line: SheetLine, { quantity, words: [first] }: Piece): boolean =>
  isPieces(first) && unitsIn(line) !== null && line.quantity === quantity
