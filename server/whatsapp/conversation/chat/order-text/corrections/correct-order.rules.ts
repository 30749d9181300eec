import type { ChatMenu } from '../../chat-state.ts'
import { isSure, matchItem, optionNames } from '../match-item.rules.ts'
import type { Piece } from '../pieces.rules.ts'
import { changeOne, linesNamed, withLine, withUnknown, type Sheet, type SheetLine } from '../sheet.rules.ts'
import { rawText, splitNotes } from '../split-notes.rules.ts'
import { counts, resizing, swapTargets } from '../vocabulary.rules.ts'
import { menuWords, quantityIn, type Word } from '../words.rules.ts'
import { addedIn } from './in-line.rules.ts'
import { withMoreOptions } from './add-options.rules.ts'
import { noted } from './note-lines.rules.ts'
import { correctedTo } from './prefer-item.rules.ts'
import { isContent, isPlainName, removed } from './remove-lines.rules.ts'
import { renewed } from './renew-line.rules.ts'
import { otherChoice, restated } from './restate-line.rules.ts'
import { someOfLine } from './some-of-line.rules.ts'

/** What a piece changes of the order so far. Null: it changes nothing, so it may add something. */
export function correctByPiece(sheet: Sheet, piece: Piece, menu: ChatMenu): Sheet | null {
  if (sheet.lines.length === 0) return null
  return (
    removed(sheet, piece, menu) ??
    addedIn(sheet, piece, menu) ??
    resized(sheet, piece, menu) ??
    otherChoice(sheet, piece) ??
    correctedTo(sheet, piece, menu) ??
    counted(sheet, piece, menu) ??
    restated(sheet, piece, menu) ??
    renewed(sheet, piece, menu) ??
    more(sheet, piece, menu) ??
    unsureCount(sheet, piece, menu) ??
    alsoOut(sheet, piece, menu) ??
    withMoreOptions(sheet, piece, menu) ??
    someOfLine(sheet, piece, menu) ??
    noted(sheet, piece, menu)
  )
}

/** "são 3", "na verdade são 3 x-salada", "o pudim são 2". */
function counted(sheet: Sheet, piece: Piece, menu: ChatMenu): Sheet | null {
  const { words, quantity, isMore, isJoined, isAdded, isAsChange } = piece
  // "faz 8" of the only line.
  const isCount = words.some(({ text }) => counts.has(text)) || (isAsChange && words.length === 0)
  const count = quantity ?? words.map(quantityIn).find((one) => one !== null)
  if (count === undefined || isMore || (!isCount && !sheet.isCorrecting)) return null
  const target = words.filter(
    (word) => isContent(word) && !counts.has(word.text) && quantityIn(word) === null,
  )
  const found = target.length === 0 ? notYet(sheet.lines, count) : linesNamed(target, sheet, { menu })
  // "são 3 x-burger e põe uma coca", "e um pudim" that the order does not have yet.
  if (isJoined && !isCount && (isAdded || found.length === 0)) return null
  // "errei, é 1 coxinha e 2 kibe" restates both.
  return changeOne(
    {
      ...sheet,
      isCorrecting: (sheet.isCorrecting || isCount) && isRestating(sheet, { target, found, menu }),
    },
    found,
    {
      change: { kind: 'quantity', quantity: count },
      words: `${String(count)} ${rawText(words)}`.trim(),
    },
  )
}

/** Whether what is named next is counted again, too: the count was for one whole name, and other lines are left. */
const isRestating = (
  sheet: Sheet,
  {
    target,
    found,
    menu,
  }: { readonly target: readonly Word[]; readonly found: readonly SheetLine[]; readonly menu: ChatMenu },
): boolean =>
  target.length > 0 &&
  found.length === 1 &&
  sheet.lines.length > 1 &&
  linesNamed(target, sheet, { menu, isExact: true }).length === 1

/** The line that the count changes, if it is the only one; else all. */
function notYet(lines: readonly SheetLine[], count: number): readonly SheetLine[] {
  const others = lines.filter(({ quantity }) => quantity !== count)
  return others.length === 1 ? others : lines
}

/** "aumenta pra 15 pães", "deixa as cocas em 2". */
function resized(sheet: Sheet, { words, quantity }: Piece, menu: ChatMenu): Sheet | null {
  const isTo = words.some(({ text }) => swapTargets.has(text) || text === 'em')
  const count = quantity ?? words.map(quantityIn).find((one) => one !== null)
  if (!resizing.has(words[0]?.text ?? '') || count === undefined) return null
  const target = words
    .slice(1)
    .filter((word) => isContent(word) && !swapTargets.has(word.text) && quantityIn(word) === null)
  const found = target.length === 0 ? notYet(sheet.lines, count) : linesNamed(target, sheet, { menu })
  // "fica o combo 2".
  if (!isTo && quantity === null && isNumbered(words.slice(1), menu)) return null
  // "deixa só 1 x-bacon".
  if (!isTo && (target.length === 0 || found.length === 0)) return null
  return changeOne(sheet, found, { change: { kind: 'quantity', quantity: count }, words: rawText(words) })
}

const isNumbered = (words: readonly Word[], menu: ChatMenu): boolean => {
  const match = matchItem(words, menu)
  const last =
    match.type === 'one' && isSure(match.meaning) ? menuWords(match.meaning.item).at(-1) : undefined
  return last !== undefined && quantityIn(last) !== null
}

/** "mais um" of the only line, "mais 1 batata" of the batata that was ordered. */
function more(sheet: Sheet, piece: Piece, menu: ChatMenu): Sheet | null {
  const { words, quantity, isMore } = piece
  const same = piece.isOther ? anotherSame(sheet, piece) : null
  if (same) return same
  if (!isMore) return null
  const change = { kind: 'more', quantity: quantity ?? 1 } as const
  const named = moreOf(words, sheet, menu)
  if (named.length === 1) return changeOne(sheet, named, { change, words: rawText(words) })
  const like = moreLike(sheet, { words, quantity })
  if (like) return like
  const isSame = words.every(({ text }) => /^(?:desse|dessa|igual|iguais|do|mesmo)$/.test(text))
  if (!isSame || (quantity === null && words.length === 0)) return null
  return changeOne(sheet, sheet.lines, { change, words: 'mais' })
}

/** "outra igual, mas sem arroz": one more of the only line, of which more may be said. */
function anotherSame(sheet: Sheet, { words, quantity }: Piece): Sheet | null {
  const [line, ...others] = sheet.lines
  const isSame = words.length > 0 && words.every(({ text }) => /^(?:igua(?:l|is)|d[ao]|mesm[ao])$/.test(text))
  if (!line || others.length > 0 || !isSame) return null
  return withLine(sheet, { ...line, quantity: quantity ?? 1, draft: null })
}

/** "mais um desse sem queijo": one more of the only line, with its own wish. */
function moreLike(sheet: Sheet, { words, quantity }: Pick<Piece, 'words' | 'quantity'>): Sheet | null {
  const [line, ...others] = sheet.lines
  if (!line || others.length > 0 || !/^(?:dess[ea]|del[ea]|igual)$/.test(words[0]?.text ?? '')) return null
  const { body, notes } = splitNotes(words.slice(1), line.meanings.flatMap(optionNames))
  if (notes.length === 0 || body.some(isContent)) return null
  return withLine(sheet, { ...line, quantity: quantity ?? 1, draft: null, notes })
}

/** "batata" of which the menu has several, and "milkshake igual": the lines of the order. */
function moreOf(words: readonly Word[], sheet: Sheet, menu: ChatMenu): readonly SheetLine[] {
  const isLike = words.length > 1 && /^igua(?:l|is)$/.test(words.at(-1)?.text ?? '')
  if (isLike) return linesNamed(words.slice(0, -1), sheet, { menu })
  return words.length > 0 && matchItem(words, menu).type === 'several'
    ? linesNamed(words, sheet, { menu })
    : []
}

/** "1 coca" behind "tira 1 misto,": to take it out too, or one more? The customer says which. */
function alsoOut(sheet: Sheet, { words, quantity, isMore, isAdded }: Piece, menu: ChatMenu): Sheet | null {
  if (!sheet.isRemoving || isMore || isAdded || !isPlainName(words, menu)) return null
  const isOrdered = linesNamed(words, sheet, { menu, isExact: true }).some(({ draft }) => draft !== null)
  return isOrdered ? withUnknown(sheet, [quantity ?? '', rawText(words)].join(' ').trim()) : null
}

/** "faz 8 de carne" beside 5 of them may be eight in all or eight more: the customer says which. */
function unsureCount(sheet: Sheet, piece: Piece, menu: ChatMenu): Sheet | null {
  const { words, quantity, isMore, isAsChange } = piece
  if (!isAsChange || isMore || quantity === null || words.length === 0) return null
  const [line, ...others] = linesNamed(words, sheet, { menu })
  const isOrdered = line !== undefined && line.draft !== null && others.length === 0
  return isOrdered ? withUnknown(sheet, `${String(quantity)} ${rawText(words)}`) : null
}
