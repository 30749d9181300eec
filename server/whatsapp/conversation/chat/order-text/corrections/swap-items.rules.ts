import type { ChatMenu } from '../../chat-state.ts'
import { isSure, matchItem } from '../match-item.rules.ts'
import { piecesOf, type Piece } from '../pieces.rules.ts'
import { changeOne, linesNamed, withUnknown, type Sheet, type SheetLine } from '../sheet.rules.ts'
import { rawText } from '../split-notes.rules.ts'
import { counting, isArticle, isKnownSign } from '../vocabulary.rules.ts'
import { menuWords, quantityIn, type Word } from '../words.rules.ts'
import { replaceItem } from './replace-item.rules.ts'
import { swapIn } from './swap-words.rules.ts'
import { withNewChoice, swapOptions } from './swap-options.rules.ts'

/** "troca a coca por guaraná", "em vez de 2 cocas quero 3". Null: the clause swaps nothing. */
export function swapByClause(sheet: Sheet, clause: readonly Word[], menu: ChatMenu): Sheet | null {
  const swap = swapIn(clause)
  if (!swap || sheet.lines.length === 0) return null
  const numbered = swapNumbered(sheet, swap, menu)
  if (numbered) return numbered
  const { from, quantity } = targetOf(swap.from)
  // "tudo" is the whole order, and not "X-Tudo".
  if (from.length === 1 && from[0]?.text === 'tudo') return withUnknown(sheet, rawText(clause))
  const other = from.length === 0 ? null : swapOptions(sheet, { from, to: swap.to, of: quantity })
  if (other || swap.isByRemoval) return other
  const named = asNamed(sheet, { ...swap, from }, menu)
  if (named) return named
  const [piece, ...others] = piecesOf(swap.to, menu)
  const found = from.length === 0 ? sheet.lines : linesNamed(from, sheet, { menu })
  const swapped = piece && others.length === 0 ? swappedFor(sheet, found, { piece, quantity, menu }) : null
  return swapped ?? withUnknown(sheet, rawText(clause))
}

/** "muda a batata pra com cheddar e bacon": what it becomes is the end of another name. */
function asNamed(
  sheet: Sheet,
  { from, to }: { readonly from: readonly Word[]; readonly to: readonly Word[] },
  menu: ChatMenu,
): Sheet | null {
  const [line, ...others] = from.length === 0 ? [] : linesNamed(from, sheet, { menu })
  if (!line || others.length > 0 || !/^(?:com|sem|de)$/.test(to[0]?.text ?? '')) return null
  const own = menuWords(line.meanings[0]?.item ?? { name: '' })
  const match = [
    [...from, ...to],
    [...own, ...to],
  ]
    .map((words) => matchItem(words, menu))
    .find((one) => one.type === 'one' && isSure(one.meaning) && one.meaning.item !== line.meanings[0]?.item)
  return match?.type === 'one'
    ? replaceItem(sheet, line, { words: menuWords(match.meaning.item), quantity: null, of: null, menu })
    : null
}

/** "troca o combo 1 pelo 2", where both are names of the menu. */
function swapNumbered(
  sheet: Sheet,
  { from, to }: { readonly from: readonly Word[]; readonly to: readonly Word[] },
  menu: ChatMenu,
): Sheet | null {
  const old = from.filter((word) => !isArticle(word))
  const [number, ...more] = to.filter((word) => !isArticle(word))
  const last = old.at(-1)
  const isNumber = number !== undefined && more.length === 0 && quantityIn(number) !== null
  if (old.length === 0 && isNumber && sheet.lines.some((line) => hasSibling(line, number, menu)))
    return withUnknown(sheet, rawText(to))
  if (old.length < 2 || !last || quantityIn(last) === null) return null
  if (!number || more.length > 0 || quantityIn(number) === null) return null
  const words = [...old.slice(0, -1), number]
  const [line, ...lines] = linesNamed(old, sheet, { menu, isExact: true })
  if (!line || lines.length > 0 || matchItem(words, menu).type !== 'one') return null
  return replaceItem(sheet, line, { words, quantity: null, of: null, menu })
}

/** "troca pelo dois" of "Combo 1" may be two of them, and may be "Combo 2". */
function hasSibling({ meanings: [only] }: SheetLine, number: Word, menu: ChatMenu): boolean {
  const name = only ? menuWords(only.item) : []
  const last = name.at(-1)
  if (!last || quantityIn(last) === null) return false
  const match = matchItem([...name.slice(0, -1), number], menu)
  return match.type === 'one' && isSure(match.meaning) && match.meaning.item !== only?.item
}

interface Target {
  readonly from: readonly Word[]
  /** How many of them. Null: all. */
  readonly quantity: number | null
}

/** "uma das coxinhas": the words that name it, and how many. */
function targetOf(words: readonly Word[]): Target {
  const said = words.filter((word) => !isKnownSign(word) && !/^(?:d[aeo]s?|del[ae]s)$/.test(word.text))
  const quantity = said.map(quantityIn).find((one) => one !== null) ?? null
  return { from: said.filter((word) => quantityIn(word) === null), quantity }
}

interface Wanted {
  readonly piece: Piece
  readonly quantity: number | null
  readonly menu: ChatMenu
}

function swappedFor(
  sheet: Sheet,
  found: readonly SheetLine[],
  { piece, quantity, menu }: Wanted,
): Sheet | null {
  const words = piece.words.filter(({ text }) => !counting.has(text))
  const named =
    found.length > 1 && piece.quantity !== null ? linesNamed(words, sheet, { menu, isExact: true }) : []
  // "muda pra 2 cocas".
  if (piece.quantity !== null && named.length === 1)
    return changeOne(sheet, named, { change: { kind: 'quantity', quantity: piece.quantity }, words: '' })
  const lines = found.length > 1 ? ofItsKind(found, words, menu) : found
  const [old] = lines
  // "troca os dois por x-egg" of a burger and a coca.
  if (old && lines.length < found.length && quantity !== null && quantity > old.quantity) return null
  if (lines.length !== 1 || !old) return withNewChoice(sheet, { lines: found, of: quantity }, words)
  if (words.length === 0)
    return piece.quantity === null
      ? null
      : changeOne(sheet, [old], { change: { kind: 'quantity', quantity: piece.quantity }, words: '' })
  const wanted = { words: withName(old, words, menu), quantity: piece.quantity, of: quantity, menu }
  return withNewChoice(sheet, { lines, of: quantity }, words) ?? replaceItem(sheet, old, wanted)
}

/** "uma de 2 litros" in place of a coca is another coca, where the words alone name several things. */
function withName({ meanings: [old] }: SheetLine, words: readonly Word[], menu: ChatMenu): readonly Word[] {
  if (!old || matchItem(words, menu).type === 'one') return words
  const own = [...menuWords(old.item).slice(0, 1), ...words]
  return matchItem(own, menu).type === 'one' ? own : words
}

/** "troca pro combo 2": the lines of the category of what is wanted. */
function ofItsKind(
  lines: readonly SheetLine[],
  words: readonly Word[],
  menu: ChatMenu,
): readonly SheetLine[] {
  const match = matchItem(words, menu)
  if (match.type !== 'one') return lines
  const { categoryId } = match.meaning.item
  return lines.filter(({ meanings: [only] }) => only?.item.categoryId === categoryId)
}
