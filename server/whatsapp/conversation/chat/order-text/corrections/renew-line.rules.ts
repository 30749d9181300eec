import type { ChatMenu } from '../../chat-state.ts'
import { matchItem } from '../match-item.rules.ts'
import type { Piece } from '../pieces.rules.ts'
import { likeness, wordKey } from '../spelling/same-word.rules.ts'
import { lastAdded, type Sheet, type SheetLine } from '../sheet.rules.ts'
import { isArticle, isSaid } from '../vocabulary.rules.ts'
import { menuWords, quantityIn, type Word } from '../words.rules.ts'
import { replaceItem } from './replace-item.rules.ts'

/**
 * "pode ser o de 500", "é G", "faz duplo", "o chopp de 500": another item of the kind that the order has, without saying
 * that it is a change. Null: it names another kind, or several lines can be meant.
 */
export function renewed(sheet: Sheet, piece: Piece, menu: ChatMenu): Sheet | null {
  const { quantity, isMore, isJoined, isAsChange, hasArticle, words } = piece
  if (quantity !== null || isMore || isNewlyOrdered(sheet)) return null
  const said = words.filter((word) => isSaid(word) && quantityIn(word) === null && !isBeing(word))
  // "coca de 2 litros" is one more; "a coca de 2 litros" and "pode ser de 2 litros" are the one that is known.
  const isSaidAsChange = isAsChange || hasArticle || sheet.isCorrecting || said.every(isSize)
  const isChange = said.length === 1 && !isJoined && isSaidAsChange
  // "faz duplo o smash".
  const isKnown = hasArticle || (isAsChange && words.slice(1).some(isArticle))
  const kin = sheet.lines.flatMap((line) => {
    const named = asKin(line, said, menu)
    return named && (named.isNamed ? isKnown && said.length === 2 : isChange) ? [{ line, named }] : []
  })
  const [only, ...others] = kin
  return only && others.length === 0
    ? replaceItem(sheet, only.line, { words: only.named.words, quantity: null, of: null, menu })
    : null
}

/** Behind something new, the words belong to that; behind another change they do not. */
const isNewlyOrdered = (sheet: Sheet): boolean =>
  lastAdded(sheet) !== null &&
  sheet.lines.every(({ draft }, at) => draft === null || at < sheet.lines.length - 1)

const isBeing = ({ raw }: Word): boolean => raw === 'é' || raw === 'eh'

/** "G", "500", "2l". */
const isSize = ({ text }: Word): boolean => /^(?:[pmg]|\d{3}(?:ml)?|\d+(?:\.\d)?l)$/.test(wordKey(text))

interface Kin {
  readonly words: readonly Word[]
  /** The customer wrote the first word of its name. */
  readonly isNamed: boolean
}

/** The words with the first of the line's name, if they mean another item of that name. */
function asKin({ meanings: [old, ...more] }: SheetLine, said: readonly Word[], menu: ChatMenu): Kin | null {
  const [first] = old ? menuWords(old.item) : []
  if (!old || !first || more.length > 0) return null
  const isNamed = said.some(({ text }) => likeness(text, first.text) === 'same')
  const words = isNamed ? said : [first, ...said]
  const match = matchItem(words, menu)
  const isOther = match.type === 'one' && match.meaning.isExact && match.meaning.item !== old.item
  return isOther && match.meaning.item.categoryId === old.item.categoryId ? { words, isNamed } : null
}
