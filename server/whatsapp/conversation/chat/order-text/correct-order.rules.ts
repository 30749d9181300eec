import type { ChatMenu } from '../chat-state.ts'
import { matchItem } from './match-item.rules.ts'
import { piecesOf, type Piece } from './pieces.rules.ts'
import {
  changeOne,
  lastAdded,
  linesNamed,
  replaceLine,
  withLine,
  withUnknown,
  type Sheet,
  type SheetLine,
} from './sheet.rules.ts'
import { rawText, splitNotes } from './split-notes.rules.ts'
import { asking, counts, linking, places, removals, swapTargets, swaps } from './vocabulary.rules.ts'
import { quantityIn, type Word } from './words.rules.ts'

/** What a piece changes of the order so far. Null: it changes nothing, so it may add something. */
export function correctByPiece(sheet: Sheet, piece: Piece, menu: ChatMenu): Sheet | null {
  if (sheet.lines.length === 0) return null
  return (
    removed(sheet, piece, menu) ??
    counted(sheet, piece, menu) ??
    more(sheet, piece) ??
    noted(sheet, piece, menu)
  )
}

const isContent = ({ text }: Word): boolean => !linking.has(text) && !asking.has(text)

function removed(sheet: Sheet, { words, quantity, hasArticle }: Piece, menu: ChatMenu): Sheet | null {
  const [first, ...rest] = words
  const isRemoval = first !== undefined && removals.has(first.text)
  const isWithout = first?.text === 'sem' && lastAdded(sheet) === null
  if (!isRemoval && !isWithout && !(sheet.isRemoving && hasArticle)) return null
  const target = isRemoval || isWithout ? rest : words
  const begin = target.findIndex(({ text }) => !/^[ao]s?$/.test(text))
  const named = target.slice(Math.max(0, begin))
  const own = named[0] ? quantityIn(named[0]) : null
  const item = own === null ? named : named.slice(1)
  if (isRemoval && item[0]?.text === 'tudo') return withUnknown(sheet, rawText(words))
  const found = linesNamed(item, sheet, { menu, isExact: true })
  if (found.length > 0) {
    const change = { kind: 'remove', quantity: own ?? quantity } as const
    return { ...changeOne(sheet, found, change, rawText(words)), isRemoving: true }
  }
  if (isWithout) return null
  // "tira o ovo" of the only item.
  const plain = item.filter(isContent)
  const [only] = sheet.lines
  const isPart = only && sheet.lines.length === 1 && own === null && plain.length === 1 && item.length === 1
  return isPart
    ? changeOne(sheet, [only], { kind: 'note', note: `sem ${rawText(plain)}` }, '')
    : withUnknown(sheet, rawText(words))
}

/** "são 3", "na verdade são 3 x-salada", "o pudim são 2". */
function counted(sheet: Sheet, { words, quantity, isMore }: Piece, menu: ChatMenu): Sheet | null {
  const isCount = words.some(({ text }) => counts.has(text))
  const inside = words.map(quantityIn).find((one) => one !== null) ?? null
  const count = quantity ?? inside
  if (count === null || isMore || (!isCount && !sheet.isCorrecting)) return null
  const target = words.filter(
    (word) => isContent(word) && !counts.has(word.text) && quantityIn(word) === null,
  )
  const found = target.length === 0 ? sheet.lines : linesNamed(target, sheet, { menu })
  return changeOne(
    { ...sheet, isCorrecting: false },
    found,
    { kind: 'quantity', quantity: count },
    `${String(count)} ${rawText(words)}`,
  )
}

/** "mais um" of the only line. */
function more(sheet: Sheet, { words, quantity, isMore }: Piece): Sheet | null {
  const isSame = words.every(({ text }) => /^(?:desse|dessa|igual|do|mesmo)$/.test(text))
  if (!isMore || !isSame || (quantity === null && words.length === 0)) return null
  return changeOne(sheet, sheet.lines, { kind: 'more', quantity: quantity ?? 1 }, 'mais')
}

/** "sem cebola no x-salada", "o x-salada é sem cebola", or "sem cebola" when there is one line. */
function noted(sheet: Sheet, { words, quantity, hasArticle }: Piece, menu: ChatMenu): Sheet | null {
  if (lastAdded(sheet) !== null || quantity !== null) return null
  const { body, notes } = splitNotes(words, [])
  if (notes.length === 0) return null
  const target = body.filter((word) => !places.has(word.text) && word.text !== 'e' && !counts.has(word.text))
  if (target.length > 0 && !hasArticle && words[0]?.text !== 'sem') return null
  const found = target.length === 0 ? sheet.lines : linesNamed(target, sheet, { menu })
  if (target.length > 0 && found.length === 0) return null
  return changeOne(sheet, found, { kind: 'note', note: notes.join(', ') }, rawText(words))
}

interface Swap {
  readonly from: readonly Word[]
  readonly to: readonly Word[]
}

/** "troca a coca por guaraná", "em vez de 2 cocas quero 3". Null: the clause swaps nothing. */
export function swapByClause(sheet: Sheet, clause: readonly Word[], menu: ChatMenu): Sheet | null {
  const swap = swapIn(clause)
  if (!swap || sheet.lines.length === 0) return null
  const words = rawText(clause)
  const from = swap.from.filter((word) => !/^[ao]s?$|^d[aeo]s?$/.test(word.text) && quantityIn(word) === null)
  const found = from.length === 0 ? sheet.lines : linesNamed(from, sheet, { menu })
  const [old] = found
  const [piece, ...others] = piecesOf(swap.to, menu)
  if (!old || found.length !== 1 || !piece || others.length > 0) return withUnknown(sheet, words)
  if (piece.words.length === 0 && piece.quantity !== null)
    return changeOne(sheet, found, { kind: 'quantity', quantity: piece.quantity }, words)
  const match = matchItem(piece.words, menu)
  if (match.type === 'none' || match.type === 'near') return withUnknown(sheet, words)
  const meanings = match.type === 'one' ? [match.meaning] : match.meanings
  const line: SheetLine = {
    ...{
      quantity: piece.quantity ?? old.quantity,
      meanings,
      isNear: false,
      notes: match.type === 'one' ? match.meaning.notes : [],
    },
    ...{ words: piece.words, draft: null, replaces: old.draft },
  }
  // Until it is known which one, the old line stays.
  return match.type === 'one' ? replaceLine(sheet, old, [{ ...line, replaces: null }]) : withLine(sheet, line)
}

function swapIn(clause: readonly Word[]): Swap | null {
  const begin = clause.findIndex(({ text }) => isContentOrSwap(text))
  const said = clause.slice(Math.max(0, begin))
  const texts = said.map(({ text }) => text)
  if (swaps.has(texts[0] ?? '')) {
    const at = texts.findIndex((text, index) => index > 0 && swapTargets.has(text))
    return at === -1 ? null : { from: said.slice(1, at), to: said.slice(at + 1) }
  }
  const instead = /^(?:em vez|ao inves|no lugar) d[aeo]s? /.exec(`${texts.join(' ')} `)
  if (!instead) return null
  const rest = said.slice(3)
  const verb = rest.findIndex(({ text }, at) => at > 0 && asking.has(text) && text !== 'de')
  return verb === -1 ? null : { from: rest.slice(0, verb), to: rest.slice(verb) }
}

const isContentOrSwap = (text: string): boolean =>
  swaps.has(text) || /^(?:em|ao|no)$/.test(text) || !asking.has(text)
