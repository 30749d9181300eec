import type { ChatMenu } from '../chat-state.ts'
import { extendLine, type PieceMatch } from './extend-line.rules.ts'
import { isSure, matchItem, type Match } from './match-item.rules.ts'
import { matchOptions } from './match-options.rules.ts'
import { partLine } from './part-line.rules.ts'
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
import { halves, isSaid } from './vocabulary.rules.ts'
import type { Word } from './words.rules.ts'

/** Adds what a piece orders, or says what the line before it is like. */
export function addPiece(sheet: Sheet, piece: Piece, menu: ChatMenu): Sheet {
  const { words, quantity } = piece
  const match = matchOf(piece, menu)
  const before = lastAdded(sheet)
  const of = { piece, match, menu }
  const halved = halvesOf(sheet, piece, menu)
  if (halved) return halved
  const continued =
    before &&
    (quantity === null
      ? extendSpoken(sheet, before, of)
      : (ofWhole(sheet, before, of) ?? partLine(sheet, before, of)))
  if (continued) return continued
  if (isOfCart(sheet, piece)) return withUnknown(sheet, rawText(words))
  const written = [quantity === null ? '' : String(quantity), rawText(words)].filter(Boolean).join(' ')
  if (before && quantity === null && isChoiceOf(before, match, words))
    return withUnknown(reopened(sheet, before), written)
  if (match.type === 'none') return withUnknown(sheet, written)
  const line = lineOf(words, quantity ?? 1, match)
  const portions = inPortions(line, piece)
  return portions === line && isByPieces(line) ? withUnknown(sheet, written) : withLine(sheet, portions)
}

/** "e banana" behind "um com granola" belongs to that one. */
function extendSpoken(sheet: Sheet, before: SheetLine, of: PieceMatch): Sheet | null {
  const spoken = sheet.lines.find((line) => line === sheet.spoken)
  const extended = spoken && extendLine(sheet, spoken, of)
  if (!spoken || !extended) return extendLine(sheet, before, of)
  return { ...extended, spoken: extended.lines[sheet.lines.indexOf(spoken)] ?? null }
}

/** "batata com cheddar e bacon 2": the number counts the whole name, and "coxinha: 2" the line before. */
function ofWhole(sheet: Sheet, before: SheetLine, of: PieceMatch): Sheet | null {
  const { quantity, words, isTrailing, isMore } = of.piece
  if (quantity === null || before.quantity !== 1 || isMore) return null
  if (words.length === 0) return replaceLine(sheet, before, [{ ...before, quantity }])
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

/** Which choices are meant is asked where one has to be chosen; a fifth free topping leaves the four. */
function reopened(sheet: Sheet, line: SheetLine): Sheet {
  const mustChoose = line.meanings.some(({ item }) => item.groups.some(({ min }) => min > 0))
  if (!mustChoose) return sheet
  return replaceLine(sheet, line, [
    { ...line, meanings: line.meanings.map((one) => ({ ...one, options: [] })) },
  ])
}

/** "2x salada" may be two of "X-Salada". */
function matchOf({ words, isTimes }: Piece, menu: ChatMenu): Match {
  const [first, ...rest] = words
  if (isTimes && first) {
    const asCheese = matchItem([{ ...first, text: `x${first.text}` }, ...rest], menu)
    if (asCheese.type === 'one' && asCheese.meaning.isExact) return asCheese
  }
  return matchItem(words, menu)
}

/** "uma das cocas": one that is in the cart already. */
const isOfCart = ({ lines }: Sheet, { quantity, words: [first] }: Piece): boolean =>
  quantity !== null && lines.length > 0 && /^(?:d[ao]s|del[ae]s|dess[ae]s)$/.test(first?.text ?? '')

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
  return isWhole && isUnit(first) ? { ...line, quantity: line.quantity / count } : line
}

const isUnit = (word: Word | undefined): boolean => /^(?:und?|unidades?|pecas?)$/.test(word?.text ?? '')
