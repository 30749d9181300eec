import type { ChatItem, ChatMenu } from '../../chat-state.ts'
import { isSure, matchItem } from '../match-item.rules.ts'
import type { PieceMatch } from '../extend-line.rules.ts'
import { piecesOf, type Piece } from '../pieces.rules.ts'
import { changeOne, lastAdded, withUnknown, type Sheet, type SheetLine } from '../sheet.rules.ts'
import { rawText } from '../split-notes.rules.ts'
import { asking, isArticle, isPolite, resizing } from '../vocabulary.rules.ts'
import { menuWords, type Word } from '../words.rules.ts'
import { withMoreOptions } from './add-options.rules.ts'
import { renewed } from './renew-line.rules.ts'
import { replaceItem } from './replace-item.rules.ts'
import { withNewChoice } from './swap-options.rules.ts'

/**
 * "melhor o combo 2", "prefiro portuguesa", "quero o combo 2 mesmo": it takes the place of the only line of its
 * kind. Of several, or of none, the customer says which. Null: the clause prefers nothing.
 */
export function preferred(sheet: Sheet, clause: readonly Word[], menu: ChatMenu): Sheet | null {
  const wish = wishIn(clause)
  if (!wish || lastAdded(sheet) || sheet.lines.length === 0) return null
  const [piece, ...others] = piecesOf(wish.words, menu)
  if (!piece || others.length > 0 || piece.words.length === 0) return null
  const match = matchItem(piece.words, menu)
  if (match.type === 'one' && isSure(match.meaning))
    return inPlace(sheet, match.meaning.item, { ...piece, isVerb: wish.isVerb }, menu)
  return wish.isVerb ? otherOfLine(sheet, { piece, match, menu }) : null
}

/** "prefiro portuguesa", "melhor o de 500", "prefiro um misto": what the words change is asked where it is not clear. */
function otherOfLine(sheet: Sheet, { piece, match, menu }: PieceMatch): Sheet | null {
  const changed = piece.quantity === null ? changedTo(sheet, piece, menu) : null
  if (changed) return changed
  const isNamed = match.type === 'one' && match.meaning.named > 0 && piece.words[0]?.text !== 'de'
  return isNamed
    ? inPlace(sheet, match.meaning.item, { ...piece, isVerb: true }, menu)
    : withUnknown(sheet, rawText(piece.words))
}

const changedTo = (sheet: Sheet, piece: Piece, menu: ChatMenu): Sheet | null =>
  withNewChoice(sheet, { lines: sheet.lines, of: null }, piece.words) ??
  renewed(sheet, { ...piece, isAsChange: true }, menu) ??
  (hasItemOf(piece, menu) ? null : withMoreOptions(sheet, piece, menu))

const hasItemOf = ({ words }: Piece, menu: ChatMenu): boolean => {
  const match = matchItem(words, menu)
  return match.type === 'one' && match.meaning.named > 0
}

/** "o combo 2" behind "na verdade". Null: it names no item, or nothing of its kind is ordered. */
export function correctedTo(sheet: Sheet, piece: Piece, menu: ChatMenu): Sheet | null {
  const { words, quantity, hasArticle, isJoined, isMore } = piece
  if (!sheet.isCorrecting || !hasArticle || quantity !== null || isJoined || isMore) return null
  const match = lastAdded(sheet) ? null : matchItem(words, menu)
  if (match?.type !== 'one' || match.meaning.named === 0 || !match.meaning.isExact) return null
  const { item } = match.meaning
  return kinOf(sheet, item).length > 0 ? inPlace(sheet, item, { ...piece, isVerb: true }, menu) : null
}

interface Wish {
  readonly words: readonly Word[]
  /** "melhor" or "prefiro": it is no order of something more. */
  readonly isVerb: boolean
}

function wishIn(clause: readonly Word[]): Wish | null {
  const verb = clause.findIndex(({ text }) => preferring.test(text))
  const rest = clause.slice(verb + 1)
  const [first] = rest
  const isVerb =
    verb !== -1 && clause.slice(0, verb).every((word) => opening.has(word.text) || isPolite(word))
  if (isVerb) return first && !isOtherWish(first) ? { words: rest, isVerb } : null
  const begin = clause.findIndex(({ text }) => !asking.has(text) && !resizing.has(text))
  const isChange = clause
    .slice(0, Math.max(0, begin))
    .some(({ text }) => text === 'ser' || resizing.has(text))
  const [article, ...name] = clause.slice(Math.max(0, begin))
  const isAfterAll = isChange || /^mesm[oa]$/.test(name.at(-1)?.text ?? '')
  return article && isArticle(article) && isAfterAll ? { words: name, isVerb: false } : null
}

const preferring = /^(?:melhor|era|prefir[oa]|preferia|prefere|preferir|preferimos)$/
const opening = new Set(['eu', 'acho', 'que', 'nao', 'q', 'ou', 'e', 'era', 'vou', 'a', 'nos'])

/** "prefiro sem cebola", "melhor tirar a batata". */
const isOtherWish = (word: Word): boolean =>
  !isArticle(word) &&
  word.text !== 'de' &&
  (asking.has(word.text) ||
    /^(?:com|sem|nao|assim|pra|para|por|no|na)$/.test(word.text) ||
    /[aei]r$/.test(word.text))

interface Wanted {
  readonly words: readonly Word[]
  readonly quantity: number | null
  readonly isVerb: boolean
}

function inPlace(sheet: Sheet, item: ChatItem, wanted: Wanted, menu: ChatMenu): Sheet | null {
  const { words, quantity, isVerb } = wanted
  const same = sheet.lines.filter(({ meanings }) => meanings[0]?.item === item)
  if (same.length > 0 && quantity !== null)
    return changeOne(sheet, same, { change: { kind: 'quantity', quantity }, words: rawText(words) })
  // "melhor o x-tudo sem cebola" of an x-tudo is a wish; without one it may be that the rest goes.
  if (same.length > 0)
    return isVerb && !words.some(({ text }) => /^(?:com|sem)$/.test(text))
      ? withUnknown(sheet, rawText(words))
      : null
  const [old, ...others] = kinOf(sheet, item)
  if (!old) return isVerb ? withUnknown(sheet, rawText(words)) : null
  const isIt = others.length === 0 && (isVerb || isOfName(old, item))
  return (
    (isIt ? replaceItem(sheet, old, { words, quantity, of: null, menu }) : null) ??
    withUnknown(sheet, rawText(words))
  )
}

const kinOf = ({ lines }: Sheet, { categoryId }: ChatItem): readonly SheetLine[] =>
  lines.filter(({ meanings: [only] }) => only?.item.categoryId === categoryId)

const isOfName = ({ meanings: [old] }: SheetLine, item: ChatItem): boolean =>
  old !== undefined && menuWords(old.item)[0]?.text === menuWords(item)[0]?.text
