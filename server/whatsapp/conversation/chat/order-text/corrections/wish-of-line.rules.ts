import type { ChatMenu } from '../../chat-state.ts'
import { matchItem, optionNames } from '../match-item.rules.ts'
import type { Piece } from '../pieces.rules.ts'
import { likeness } from '../spelling/same-word.rules.ts'
import {
  lastAdded,
  linesNamed,
  replaceLine,
  withUnknown,
  type Sheet,
  type SheetLine,
} from '../sheet.rules.ts'
import { rawText, splitNotes } from '../split-notes.rules.ts'
import { isArticle } from '../vocabulary.rules.ts'
import type { Word } from '../words.rules.ts'
import { hasBeside } from './note-lines.rules.ts'

/**
 * "sem bacon o carbonara", "capricha na couve da feijoada": a wish that ends with the name of a line is that line's, also
 * where something else was ordered last. "sem cebola na portuguesa" of a pizza with two flavours stays whole. Null: it is
 * no wish, or names no line or several.
 */
export function wishOfLine(sheet: Sheet, { words, quantity, isMore }: Piece, menu: ChatMenu): Sheet | null {
  const last = lastAdded(sheet)
  if (quantity !== null || isMore) return null
  for (const [at, word] of words.entries()) {
    // "sem cebola no x-salada" of the order before the message is a change of it.
    if (at < 2 || !(last ? isBeforeName(word) : isArticle(word))) continue
    const wish = words.slice(0, at)
    const name = words.slice(at + 1)
    if (name.length === 0 || !isOnlyWish(wish)) continue
    const [line, ...others] = linesNamed(name, sheet, { menu, isExact: true })
    // "sem leite o café" of one with milk may be another coffee.
    if (line && others.length === 0)
      return hasBeside(line, wish) ? withUnknown(sheet, rawText(words)) : noted(sheet, line, rawText(wish))
    if (last && line === undefined && isFlavour(last, name)) return noted(sheet, last, rawText(words))
  }
  return null
}

/** "1 coca sem cebola o x-salada" as two pieces: a wish that names an item may be of another line. */
export function wishParted(piece: Piece, sheet: Sheet, menu: ChatMenu): readonly Piece[] {
  const { words } = piece
  const begin = words.findIndex(({ text }, at) => at > 0 && text === 'sem')
  const end = words.findIndex((word, at) => begin !== -1 && at > begin + 1 && isBeforeName(word))
  const name = end === -1 ? [] : words.slice(end + 1)
  const own = matchItem(words.slice(0, begin), menu)
  const isOwn = own.type === 'one' && isNameOf(name, { ...menu, items: [own.meaning.item] })
  if (name.length === 0 || !(isOwn || linesNamed(name, sheet, { menu, isExact: true }).length === 1))
    return [piece]
  return [
    { ...piece, words: words.slice(0, begin) },
    { ...piece, words: words.slice(begin), quantity: null, isMore: false, isOther: false, isTrailing: false },
  ]
}

function isNameOf(name: readonly Word[], menu: ChatMenu): boolean {
  const match = matchItem(name, menu)
  return match.type === 'one' && match.meaning.named > 0 && match.meaning.isExact
}

/** "o carbonara", "na portuguesa", "da feijoada". */
const isBeforeName = (word: Word): boolean => isArticle(word) || /^[nd][ao]s?$/.test(word.text)

function isOnlyWish(words: readonly Word[]): boolean {
  const { body, notes } = splitNotes(words, [])
  return notes.length === 1 && body.length === 0
}

const isFlavour = (line: SheetLine, name: readonly Word[]): boolean => {
  const [only, ...others] = line.meanings
  return (
    only !== undefined &&
    others.length === 0 &&
    optionNames(only).some(
      (option) =>
        option.length === name.length &&
        option.every(({ text }, at) => likeness(name[at]?.text ?? '', text) === 'same'),
    )
  )
}

const noted = (sheet: Sheet, line: SheetLine, note: string): Sheet =>
  replaceLine(sheet, line, [{ ...line, notes: [...line.notes, note] }])
