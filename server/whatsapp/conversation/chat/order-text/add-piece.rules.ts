import type { ChatMenu } from '../chat-state.ts'
import { extendLine, type PieceMatch } from './extend-line.rules.ts'
import { matchItem, type Match } from './match-item.rules.ts'
import { partLine } from './part-line.rules.ts'
import type { Piece } from './pieces.rules.ts'
import { lastAdded, lineOf, withLine, withUnknown, type Sheet, type SheetLine } from './sheet.rules.ts'
import { rawText } from './split-notes.rules.ts'
import type { Word } from './words.rules.ts'

/** Adds what a piece orders, or says what the line before it is like. */
export function addPiece(sheet: Sheet, piece: Piece, menu: ChatMenu): Sheet {
  const { words, quantity } = piece
  const match = matchOf(piece, menu)
  const before = lastAdded(sheet)
  const of = { piece, match, menu }
  const continued =
    before && (quantity === null ? extendSpoken(sheet, before, of) : partLine(sheet, before, of))
  if (continued) return continued
  if (isOfCart(sheet, piece)) return withUnknown(sheet, rawText(words))
  const written = [quantity === null ? '' : String(quantity), rawText(words)].filter(Boolean).join(' ')
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
