import type { ChatMenu, DraftItem } from '../chat-state.ts'
import { addPiece } from './add-piece.rules.ts'
import { dealt } from './corrections/dealt-line.rules.ts'
import { allFirst, ofAllLines, ofOneLine, withEachLast } from './corrections/all-lines.rules.ts'
import { correctByPiece } from './corrections/correct-order.rules.ts'
import { isBeing, swapIn, swapsParted } from './corrections/swap-words.rules.ts'
import { swapByClause } from './corrections/swap-items.rules.ts'
import { doubled } from './corrections/doubled.rules.ts'
import { placeLast } from './corrections/in-line.rules.ts'
import { keptOnly } from './corrections/keep-only.rules.ts'
import { preferred } from './corrections/prefer-item.rules.ts'
import { asRestated, madeWhole } from './corrections/restate-line.rules.ts'
import { someFirst } from './corrections/some-of-line.rules.ts'
import { withoutHeadings } from './clauses/headings.rules.ts'
import { withListedChoices } from './clauses/list-choices.rules.ts'
import { asWish, orElse } from './otherwise.rules.ts'
import { clausesOf, piecesOf, type Piece } from './pieces.rules.ts'
import { lastAdded, linesNamed, sheetOf, withUnknown, type Sheet } from './sheet.rules.ts'
import { putting, rawText } from './split-notes.rules.ts'
import { adding, corrections, counts, isOnly, isPolite, removals, swaps } from './vocabulary.rules.ts'
import { wishOfLine, wishParted } from './corrections/wish-of-line.rules.ts'
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
  return withEachLast(
    withContrasts(withListedChoices(withoutHeadings(clausesOf(text, menu), menu), menu)).flatMap(swapsParted),
  ).reduce((sheet, clause) => readClause(sheet, clause, menu), sheetOf(items, menu))
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
  return isAllOut(clause)
    ? readOne({ ...sheet, lines: [] }, clause.slice(3), menu)
    : readOne(sheet, clause, menu)
}

function readOne(sheet: Sheet, clause: readonly Word[], menu: ChatMenu): Sheet {
  // "não, são dois".
  const isNo = clause.length === 1 && clause[0]?.text === 'nao'
  const isCorrecting = sheet.isCorrecting || isNo || clause.some(({ text }) => corrections.has(text))
  if (isNo) return { ...sheet, isCorrecting }
  const said = (isFirst(sheet) ? clause : asRestated(clause)).filter(
    ({ text }, at) =>
      !corrections.has(text) && !(text === 'na' && corrections.has(clause[at + 1]?.text ?? '')),
  )
  const begun = isFirst(sheet) && counts.has(said[0]?.text ?? '') ? said.slice(1) : said
  const start = { ...sheet, isCorrecting: isCorrecting || isOnlySome(clause, sheet, menu) }
  if (isConfirmed(clause, sheet, menu)) return start
  const changed = changedByClause(start, said, menu)
  if (changed) return changed
  const wish = asWish(verbFirst(withoutNo(begun, lastAdded(sheet) === null)), sheet, menu)
  return readPieces(start, placeLast(allFirst(someFirst(wish))), menu)
}

/** Null: the clause is no change as a whole. */
function changedByClause(sheet: Sheet, said: readonly Word[], menu: ChatMenu): Sheet | null {
  const [swapping, behind] = partedSwap(said)
  const [keeping, more] = partedKeep(said)
  const kept = keptOnly(sheet, keeping, menu)
  if (kept) return readPieces(kept, more, menu)
  const changed =
    orElse(sheet, said, menu) ??
    madeWhole(sheet, said) ??
    doubled(sheet, said, menu) ??
    swapByClause(sheet, swapping, menu) ??
    preferred(sheet, said, menu)
  return changed && readPieces(changed, behind, menu)
}

function readPieces(sheet: Sheet, words: readonly Word[], menu: ChatMenu): Sheet {
  const pieces = piecesOf(words, menu)
  return (
    dealt(sheet, pieces, menu) ??
    pieces.reduce(
      (sum, piece) =>
        wishParted(piece, sum, menu).reduce((now, written) => readPiece(now, written, menu), sum),
      sheet,
    )
  )
}

function readPiece(sheet: Sheet, written: Piece, menu: ChatMenu): Sheet {
  const piece = ofOneLine(written, sheet)
  const either = eitherCount(piece)
  if (either !== null) return withUnknown(sheet, either)
  return (
    wishOfLine(sheet, piece, menu) ??
    ofAllLines(sheet, piece, menu) ??
    correctByPiece(sheet, piece, menu) ??
    addPiece({ ...sheet, isRemoving: false }, piece, menu)
  )
}

/** "3 ou 4 kibes", as it was written: the chat chooses no number. Null: there is one number. */
const eitherCount = ({ quantity, words: [or, other, ...name] }: Piece): string | null =>
  quantity !== null && or?.text === 'ou' && other && quantityIn(other) !== null
    ? [String(quantity), rawText([or, other, ...name])].join(' ')
    : null

/** "deixa só o filé e um pudim": what stays, and what is added to it. */
function partedKeep(clause: readonly Word[]): readonly [readonly Word[], readonly Word[]] {
  const at = clause.findIndex(
    ({ text }, index) =>
      text === 'e' && index > 2 && quantityIn(clause[index + 1] ?? { text: '', raw: '' }) !== null,
  )
  return at === -1 ? [clause, []] : [clause.slice(0, at), clause.slice(at)]
}

/** "passa a batata pra G e adiciona um chopp": the swap, and what is added behind it. */
function partedSwap(clause: readonly Word[]): readonly [readonly Word[], readonly Word[]] {
  const swap = swapIn(clause)
  const at = clause.findIndex(
    ({ text }, index) =>
      text === 'e' && [adding, swaps, wishing].some((words) => words.has(clause[index + 1]?.text ?? '')),
  )
  const isParted = swap && !swap.isByRemoval && at > 1 && at > clause.length - swap.to.length
  return isParted ? [clause.slice(0, at), clause.slice(at + 1)] : [clause, []]
}

const wishing = new Set(['sem'])

/** "expresso mesmo" behind a change to it, and "o pudim deixa". */
const isConfirmed = (clause: readonly Word[], sheet: Sheet, menu: ChatMenu): boolean =>
  /^(?:mesm[oa]|deixa|fica|mantem|continua|certo|certinho)$/.test(clause.at(-1)?.text ?? '') &&
  !clause.some((word) => quantityIn(word) !== null) &&
  linesNamed(
    clause.slice(0, -1).filter((word) => !isOnly(word)),
    sheet,
    { menu, isExact: true },
  ).length === 1

/** "cancela tudo e manda só um x-tudo" begins again. */
const isAllOut = ([verb, all, and, ...more]: readonly Word[]): boolean =>
  removals.has(verb?.text ?? '') && all?.text === 'tudo' && and?.text === 'e' && more.length > 0

/** "são dois x-burger" begins an order, and corrects none. */
const isFirst = ({ lines }: Sheet): boolean => lines.length === 0

/** "só 1 x-tudo", "um x-tudo só" of an order with two. */
function isOnlySome(clause: readonly Word[], sheet: Sheet, menu: ChatMenu): boolean {
  const [count, ...name] = clause.filter((word) => !isOnly(word) && !isBeing(word) && !isPolite(word))
  const [line, ...others] = sheet.lines
  const isOfLine = name.length === 0 && others.length === 0 && line !== undefined && line.draft !== null
  const isOnlyIt = [clause.find((word) => !isBeing(word)), clause.at(-1)].some(
    (word) => word !== undefined && isOnly(word),
  )
  return (
    isOnlyIt &&
    count !== undefined &&
    quantityIn(count) !== null &&
    (isOfLine || linesNamed(name, sheet, { menu, isExact: true }).length > 0)
  )
}

/** "não quero mais a coca", "não precisa do pudim" take it out; "são 3 não 2" says again what was wrong. */
function withoutNo(clause: readonly Word[], isOfCart: boolean): readonly Word[] {
  const [no, ...others] = clause
  const last = clause.slice(-2)
  const isOldCount = last[0]?.text === 'nao' && last[1] !== undefined && quantityIn(last[1]) !== null
  if (isOldCount) return withoutNo(clause.slice(0, -2), isOfCart)
  if (no?.text !== 'nao') return clause
  const begin = others.findIndex(({ text }) => !refusing.has(text) && !(isOfCart && putting.has(text)))
  const raw = rawText(clause.slice(0, begin + 1))
  return begin < 1 ? clause : [{ text: 'tira', raw }, ...others.slice(begin)]
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
