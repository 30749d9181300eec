import type { ChatMenu } from '../chat-state.ts'
import { matchItem } from './match-item.rules.ts'
import { piecesOf, type Piece } from './pieces.rules.ts'
import {
  changeOne,
  lineOf,
  linesNamed,
  replaceLine,
  withLine,
  withUnknown,
  type Sheet,
  type SheetLine,
} from './sheet.rules.ts'
import { rawText } from './split-notes.rules.ts'
import { asking, isArticle, swapTargets, swaps } from './vocabulary.rules.ts'
import { quantityIn, type Word } from './words.rules.ts'

interface Swap {
  readonly from: readonly Word[]
  readonly to: readonly Word[]
}

/** "troca a coca por guaraná", "em vez de 2 cocas quero 3". Null: the clause swaps nothing. */
export function swapByClause(sheet: Sheet, clause: readonly Word[], menu: ChatMenu): Sheet | null {
  const swap = swapIn(clause)
  if (!swap || sheet.lines.length === 0) return null
  const from = swap.from.filter(
    (word) => !isArticle(word) && !/^d[aeo]s?$/.test(word.text) && quantityIn(word) === null,
  )
  const found = from.length === 0 ? sheet.lines : linesNamed(from, sheet, { menu })
  const [old] = found
  const [piece, ...others] = piecesOf(swap.to, menu)
  const swapped =
    old && found.length === 1 && piece && others.length === 0 ? swappedFor(sheet, old, { piece, menu }) : null
  return swapped ?? withUnknown(sheet, rawText(clause))
}

/** Null: no item of the menu is named. */
function swappedFor(
  sheet: Sheet,
  old: SheetLine,
  { piece: { words, quantity }, menu }: { readonly piece: Piece; readonly menu: ChatMenu },
): Sheet | null {
  if (words.length === 0)
    return quantity === null
      ? null
      : changeOne(sheet, [old], { change: { kind: 'quantity', quantity }, words: '' })
  const match = matchItem(words, menu)
  if (match.type === 'none' || match.type === 'near') return null
  const line = lineOf(words, quantity ?? old.quantity, match)
  if (match.type === 'one') return replaceLine(sheet, old, [line])
  // Until it is known which one, the old line stays.
  return withLine(sheet, { ...line, replaces: old.draft })
}

function swapIn(clause: readonly Word[]): Swap | null {
  const begin = clause.findIndex(
    ({ text }) => swaps.has(text) || /^(?:em|ao|no)$/.test(text) || !asking.has(text),
  )
  const said = clause.slice(Math.max(0, begin))
  const texts = said.map(({ text }) => text)
  if (swaps.has(texts[0] ?? '')) {
    const at = texts.findIndex((text, index) => index > 0 && swapTargets.has(text))
    return at === -1 ? null : { from: said.slice(1, at), to: said.slice(at + 1) }
  }
  if (!/^(?:em vez|ao inves|no lugar) d[aeo]s? /.test(texts.join(' '))) return null
  const rest = said.slice(3)
  const verb = rest.findIndex(({ text }, at) => at > 0 && asking.has(text) && text !== 'de')
  return verb === -1 ? null : { from: rest.slice(0, verb), to: rest.slice(verb) }
}
