import type { ChatMenu } from '../../chat-state.ts'
import { matchItem } from '../match-item.rules.ts'
import type { Piece } from '../pieces.rules.ts'
import { changeOne, lastAdded, linesNamed, replaceLine, type Sheet, type SheetLine } from '../sheet.rules.ts'
import { rawText, splitNotes } from '../split-notes.rules.ts'
import { counts, places, resizing, swapTargets } from '../vocabulary.rules.ts'
import { quantityIn } from '../words.rules.ts'
import { withMoreOptions } from './add-options.rules.ts'
import { isContent, removed } from './remove-lines.rules.ts'
import { renewed } from './renew-line.rules.ts'
import { restated } from './restate-line.rules.ts'

/** What a piece changes of the order so far. Null: it changes nothing, so it may add something. */
export function correctByPiece(sheet: Sheet, piece: Piece, menu: ChatMenu): Sheet | null {
  if (sheet.lines.length === 0) return null
  return (
    removed(sheet, piece, menu) ??
    resized(sheet, piece, menu) ??
    counted(sheet, piece, menu) ??
    restated(sheet, piece, menu) ??
    renewed(sheet, piece, menu) ??
    more(sheet, piece, menu) ??
    withMoreOptions(sheet, piece, menu) ??
    someNoted(sheet, piece, menu) ??
    noted(sheet, piece, menu)
  )
}

/** "são 3", "na verdade são 3 x-salada", "o pudim são 2". */
function counted(sheet: Sheet, { words, quantity, isMore }: Piece, menu: ChatMenu): Sheet | null {
  const isCount = words.some(({ text }) => counts.has(text))
  const count = quantity ?? words.map(quantityIn).find((one) => one !== null)
  if (count === undefined || isMore || (!isCount && !sheet.isCorrecting)) return null
  const target = words.filter(
    (word) => isContent(word) && !counts.has(word.text) && quantityIn(word) === null,
  )
  const found = target.length === 0 ? notYet(sheet.lines, count) : linesNamed(target, sheet, { menu })
  return changeOne({ ...sheet, isCorrecting: false }, found, {
    change: { kind: 'quantity', quantity: count },
    words: `${String(count)} ${rawText(words)}`.trim(),
  })
}

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
  // "deixa só 1 x-bacon".
  if (!isTo && (target.length === 0 || found.length === 0)) return null
  return changeOne(sheet, found, { change: { kind: 'quantity', quantity: count }, words: rawText(words) })
}

/** "mais um" of the only line, "mais 1 batata" of the batata that was ordered. */
function more(sheet: Sheet, { words, quantity, isMore }: Piece, menu: ChatMenu): Sheet | null {
  const named =
    isMore && words.length > 0 && matchItem(words, menu).type === 'several'
      ? linesNamed(words, sheet, { menu })
      : []
  if (named.length === 1)
    return changeOne(sheet, named, {
      change: { kind: 'more', quantity: quantity ?? 1 },
      words: rawText(words),
    })
  const isSame = words.every(({ text }) => /^(?:desse|dessa|igual|do|mesmo)$/.test(text))
  if (!isMore || !isSame || (quantity === null && words.length === 0)) return null
  return changeOne(sheet, sheet.lines, { change: { kind: 'more', quantity: quantity ?? 1 }, words: 'mais' })
}

/** "um dos x-salada sem cebola": some of a line. */
function someNoted(sheet: Sheet, { words, quantity }: Piece, menu: ChatMenu): Sheet | null {
  const [first, ...rest] = words
  if (quantity === null || !/^d[ao]s$/.test(first?.text ?? '')) return null
  const { body, notes } = splitNotes(rest, [])
  const target = body.filter((word) => isContent(word) && quantityIn(word) === null)
  const [line, ...others] = target.length === 0 ? sheet.lines : linesNamed(target, sheet, { menu })
  if (notes.length === 0 || !line || others.length > 0 || line.quantity <= quantity) return null
  const some: SheetLine = { ...line, quantity, notes: [...line.notes, ...notes] }
  return replaceLine(sheet, line, [some, { ...line, quantity: line.quantity - quantity }])
}

/** "sem cebola no x-salada", "o x-salada é sem cebola", or "sem cebola" when there is one line. */
function noted(sheet: Sheet, { words, quantity, hasArticle }: Piece, menu: ChatMenu): Sheet | null {
  if (lastAdded(sheet) !== null || quantity !== null) return null
  const { body, notes } = splitNotes(words, [])
  const target = body.filter(
    ({ text }) => !places.has(text) && !/^(?:e|pode|ser)$/.test(text) && !counts.has(text),
  )
  const isOfItem = hasArticle || words[0]?.text === 'sem'
  if (notes.length === 0 || (target.length > 0 && !isOfItem)) return null
  const found = target.length === 0 ? sheet.lines : linesNamed(target, sheet, { menu })
  if (found.length === 0) return null
  return changeOne(sheet, found, { change: { kind: 'note', note: notes.join(', ') }, words: rawText(words) })
}
