import type { ChatMenu } from '../../chat-state.ts'
import { matchItem } from '../match-item.rules.ts'
import type { Piece } from '../pieces.rules.ts'
import {
  changeOne,
  lastAdded,
  linesNamed,
  replaceLine,
  withUnknown,
  type Sheet,
  type SheetLine,
} from '../sheet.rules.ts'
import { rawText, splitNotes } from '../split-notes.rules.ts'
import { likeness } from '../spelling/same-word.rules.ts'
import { counts, isSaid, places } from '../vocabulary.rules.ts'
import { menuWords, type Word } from '../words.rules.ts'
import { replaceItem } from './replace-item.rules.ts'
import { withNewChoice } from './swap-options.rules.ts'

/** "sem cebola no x-salada", "o x-salada é sem cebola", or "sem cebola" when there is one line. */
export function noted(sheet: Sheet, piece: Piece, menu: ChatMenu): Sheet | null {
  const { words, quantity } = piece
  const { body, notes } = splitNotes(words, [])
  if (quantity !== null || notes.length === 0) return null
  const also = alsoNoted(sheet, piece, notes)
  if (also) return also
  const target = body.filter(
    ({ text }) => !places.has(text) && !/^(?:e|pode|ser)$/.test(text) && !counts.has(text),
  )
  const found = linesMeant(sheet, { target, piece, menu })
  if (found.length === 0) return null
  const isUnlike = target.length === 0 && found.some((line) => hasBeside(line, words))
  if (isUnlike) return withUnknown(sheet, rawText(words))
  const other = target.length === 0 ? asChoice(sheet, found, words) : asKind(sheet, found, { words, menu })
  if (other) return other
  const next = changeOne(sheet, found, {
    change: { kind: 'note', note: notes.join(', ') },
    words: rawText(words),
  })
  const [only] = found
  return found.length === 1 && only
    ? { ...next, spoken: next.lines[sheet.lines.indexOf(only)] ?? null }
    : next
}

/** "e pouco açúcar" behind a wish about one line of the cart. */
function alsoNoted(sheet: Sheet, { words, isJoined }: Piece, notes: readonly string[]): Sheet | null {
  const line = sheet.lines.find((one) => one === sheet.spoken)
  if (!line || line.draft === null || !isJoined || splitNotes(words, []).body.some(isSaid)) return null
  const now = { ...line, notes: [...line.notes, ...notes] }
  return { ...replaceLine(sheet, line, [now]), spoken: now }
}

interface Target {
  readonly target: readonly Word[]
  readonly piece: Piece
  readonly menu: ChatMenu
}

/** The lines that a wish is about; behind something new only "o x-tudo" that the cart has. */
function linesMeant(sheet: Sheet, { target, piece, menu }: Target): readonly SheetLine[] {
  const { words, hasArticle } = piece
  const isNew = lastAdded(sheet) !== null
  if (target.length === 0) return isNew ? [] : sheet.lines
  if (!hasArticle && (isNew || words[0]?.text !== 'sem')) return []
  const found = linesNamed(target, sheet, { menu })
  return isNew && found.some(({ draft }) => draft === null) ? [] : found
}

/** "mal passado" is another choice of the point, and no wish beside "ao ponto". */
function asChoice(sheet: Sheet, found: readonly SheetLine[], words: readonly Word[]): Sheet | null {
  const changed = found.flatMap((line) => withNewChoice(sheet, { lines: [line], of: null }, words) ?? [])
  const [only, ...others] = changed
  if (!only) return null
  return others.length === 0 ? only : withUnknown(sheet, rawText(words))
}

/** "o café sem leite" where the order has one with milk: the other one of the menu. */
function asKind(
  sheet: Sheet,
  [line, ...others]: readonly SheetLine[],
  { words, menu }: { readonly words: readonly Word[]; readonly menu: ChatMenu },
): Sheet | null {
  if (!line || others.length > 0 || !hasBeside(line, words)) return null
  const match = matchItem(words, menu)
  const isOther = match.type === 'one' && match.meaning.item.categoryId === line.meanings[0]?.item.categoryId
  return isOther
    ? replaceItem(sheet, line, { words: menuWords(match.meaning.item), quantity: null, of: null, menu })
    : withUnknown(sheet, rawText(words))
}

/** "sem leite", and the line is one "com leite". */
export function hasBeside({ meanings: [only] }: SheetLine, words: readonly Word[]): boolean {
  const out = words.slice(words.findIndex(({ text }) => text === 'sem') + 1)
  const name = only ? menuWords(only.item) : []
  const side = name.slice(name.findIndex(({ text }) => text === 'com') + 1)
  return (
    side.length < name.length &&
    out.length < words.length &&
    side.some((own) => out.some(({ text }) => likeness(text, own.text) === 'same'))
  )
}
