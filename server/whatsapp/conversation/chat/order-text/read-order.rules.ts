import type { ChatMenu, DraftItem } from '../chat-state.ts'
import { addPiece } from './add-piece.rules.ts'
import { correctByPiece } from './corrections/correct-order.rules.ts'
import { isBeing } from './corrections/swap-words.rules.ts'
import { swapByClause } from './corrections/swap-items.rules.ts'
import { asWish, orElse } from './otherwise.rules.ts'
import { clausesOf, piecesOf } from './pieces.rules.ts'
import { linesNamed, sheetOf, withUnknown, type Sheet } from './sheet.rules.ts'
import { corrections, counts, removals } from './vocabulary.rules.ts'
import { quantityIn, type Word } from './words.rules.ts'

/** A longer message is a letter, which a person reads. */
const maxChars = 600

/**
 * The order after a message: "2 x-salada sem cebola, 1 coca 2l", "tira a coca", "na verdade são 3".
 *
 * @param items the order before it
 */
export function readOrder(text: string, items: readonly DraftItem[], menu: ChatMenu): Sheet {
  if (text.length > maxChars) return withUnknown(sheetOf(items, menu), text)
  return withContrasts(clausesOf(text, menu)).reduce(
    (sheet, clause) => readClause(sheet, clause, menu),
    sheetOf(items, menu),
  )
}

/** "não é coca, é guaraná" is one clause. */
function withContrasts(clauses: readonly (readonly Word[])[]): readonly (readonly Word[])[] {
  const all: (readonly Word[])[] = []
  for (const clause of clauses) {
    const [no, is] = all.at(-1) ?? []
    const isContrast =
      no?.text === 'nao' && is !== undefined && isBeing(is) && clause.slice(0, 1).some(isBeing)
    if (isContrast) all.push([...(all.pop() ?? []), ...clause])
    else all.push(clause)
  }
  return all
}

function readClause(sheet: Sheet, clause: readonly Word[], menu: ChatMenu): Sheet {
  // "não, são dois".
  const isNo = clause.length === 1 && clause[0]?.text === 'nao'
  const isCorrecting = sheet.isCorrecting || isNo || clause.some(({ text }) => corrections.has(text))
  if (isNo) return { ...sheet, isCorrecting }
  const said = clause.filter(
    ({ text }, at) =>
      !corrections.has(text) && !(text === 'na' && corrections.has(clause[at + 1]?.text ?? '')),
  )
  const begun = isFirst(sheet) && counts.has(said[0]?.text ?? '') ? said.slice(1) : said
  const start = { ...sheet, isCorrecting: isCorrecting || isOnlySome(clause, sheet, menu) }
  const other = orElse(start, said, menu) ?? swapByClause(start, said, menu)
  if (other) return other
  return piecesOf(asWish(verbFirst(withoutNo(begun)), sheet, menu), menu).reduce(
    (sum, piece) => correctByPiece(sum, piece, menu) ?? addPiece({ ...sum, isRemoving: false }, piece, menu),
    start,
  )
}

/** "são dois x-burger" begins an order, and corrects none. */
const isFirst = ({ lines, unknown }: Sheet): boolean => lines.length === 0 && unknown.length === 0

/** "só 1 x-tudo" of an order with two. */
const isOnlySome = ([only, count, ...name]: readonly Word[], sheet: Sheet, menu: ChatMenu): boolean =>
  only !== undefined &&
  /^(?:so|somente|apenas)$/.test(only.text) &&
  count !== undefined &&
  quantityIn(count) !== null &&
  linesNamed(name, sheet, { menu, isExact: true }).length > 0

/** "não quero mais a coca", "não precisa do pudim" take it out; "são 3 não 2" says again what was wrong. */
function withoutNo(clause: readonly Word[]): readonly Word[] {
  const [no, ...others] = clause
  const last = clause.slice(-2)
  const isOldCount = last[0]?.text === 'nao' && last[1] !== undefined && quantityIn(last[1]) !== null
  if (isOldCount) return withoutNo(clause.slice(0, -2))
  if (no?.text !== 'nao') return clause
  const begin = others.findIndex(({ text }) => !refusing.has(text))
  return begin < 1 ? clause : [{ text: 'tira', raw: 'tira' }, ...others.slice(begin)]
}

/** "as cocas pode tirar". */
function verbFirst(clause: readonly Word[]): readonly Word[] {
  const verb = clause.at(-1)
  if (clause.length < 2 || !verb || !removals.has(verb.text)) return clause
  const named = clause.slice(0, -1)
  return [verb, ...(/^(?:pode|podem)$/.test(named.at(-1)?.text ?? '') ? named.slice(0, -1) : named)]
}

const refusing = new Set([
  'vou',
  'quero',
  'querer',
  'preciso',
  'precisa',
  'manda',
  'mande',
  'mais',
  'de',
  'do',
  'da',
])
