import type { ChatMenu } from '../../chat-state.ts'
import { isSure, matchItem } from '../match-item.rules.ts'
import { matchOptions } from '../match-options.rules.ts'
import type { Piece } from '../pieces.rules.ts'
import { lineOf, replaceLine, withUnknown, type Sheet, type SheetLine } from '../sheet.rules.ts'
import { rawText } from '../split-notes.rules.ts'
import { isSaid } from '../vocabulary.rules.ts'
import { menuWords } from '../words.rules.ts'

/**
 * "5 de carne e 5 de queijo" of the ten in the cart: they are shared out. A sum that is not
 * that of the line may be more of it: the customer says which. Null: the pieces are not said of that line.
 */
export function dealt(sheet: Sheet, pieces: readonly Piece[], menu: ChatMenu): Sheet | null {
  const [line, ...others] = sheet.lines
  if (!line?.draft || others.length > 0 || pieces.some(({ isMore, isAdded }) => isMore || isAdded))
    return null
  const parts = pieces.map((piece) => partOf(line, piece, menu)).filter((part) => part !== null)
  const isSame = parts.some(({ meanings }) => meanings[0]?.item === line.meanings[0]?.item)
  if (parts.length < 2 || parts.length < pieces.length || !isSame) return null
  const sum = parts.reduce((all, { quantity }) => all + quantity, 0)
  return sum === line.quantity
    ? replaceLine(sheet, line, parts)
    : withUnknown(
        sheet,
        pieces.map(({ quantity, words }) => `${quantity ?? ''} ${rawText(words)}`).join(', '),
      )
}

/** "5 de carne" with the first word of the line's name, or as an option of it. Null: it is neither. */
function partOf(line: SheetLine, { words, quantity }: Piece, menu: ChatMenu): SheetLine | null {
  const [only, ...others] = line.meanings
  if (!only || others.length > 0 || quantity === null || words[0]?.text !== 'de') return null
  const { options, left } = matchOptions(words, only.item)
  if (options.length > 0 && !left.some(isSaid))
    return { ...line, quantity, draft: null, words, meanings: [{ ...only, options }] }
  const own = [...menuWords(only.item).slice(0, 1), ...words]
  const match = matchItem(own, menu)
  return match.type === 'one' && isSure(match.meaning) ? lineOf(own, quantity, match) : null
}
