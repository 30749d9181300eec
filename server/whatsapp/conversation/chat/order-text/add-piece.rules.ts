import type { ChatMenu } from '../chat-state.ts'
import { extendLine } from './extend-line.rules.ts'
import { matchItem, type Match } from './match-item.rules.ts'
import { partLine } from './part-line.rules.ts'
import type { Piece } from './pieces.rules.ts'
import { lastAdded, lineOf, withLine, withUnknown, type Sheet, type SheetLine } from './sheet.rules.ts'
import { rawText } from './split-notes.rules.ts'

/** Adds what a piece orders, or says what the line before it is like. */
export function addPiece(sheet: Sheet, piece: Piece, menu: ChatMenu): Sheet {
  const { words, quantity } = piece
  const match = matchOf(piece, menu)
  const before = lastAdded(sheet)
  const continued =
    before && (quantity === null ? extendLine : partLine)(sheet, before, { piece, match, menu })
  if (continued) return continued
  if (isOfCart(sheet, piece)) return withUnknown(sheet, rawText(words))
  const written = [quantity === null ? '' : String(quantity), rawText(words)].filter(Boolean).join(' ')
  if (match.type === 'none') return withUnknown(sheet, written)
  const line = lineOf(words, quantity ?? 1, match)
  return isByPieces(line) ? withUnknown(sheet, written) : withLine(sheet, line)
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
  quantity !== null && lines.length > 0 && (first?.text === 'das' || first?.text === 'dos')

/** "20 hot roll" of a portion with 10: twenty pieces or twenty portions? */
const isByPieces = ({ quantity, meanings: [only] }: SheetLine): boolean => {
  const [, count] = /[([]\s*(\d+)\s*(?:un|und|unidades|pecas|peças|pçs)\b/iu.exec(only?.item.name ?? '') ?? []
  return count !== undefined && quantity >= Number(count)
}
