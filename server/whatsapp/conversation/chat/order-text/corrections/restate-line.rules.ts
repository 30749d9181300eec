import type { ChatMenu } from '../../chat-state.ts'
import { matchItem, optionNames } from '../match-item.rules.ts'
import type { Piece } from '../pieces.rules.ts'
import { likeness } from '../spelling/same-word.rules.ts'
import { lastAdded, linesNamed, withUnknown, type Sheet, type SheetLine } from '../sheet.rules.ts'
import { rawText, splitNotes } from '../split-notes.rules.ts'
import { asking, counts, halves, isArticle, isPolite, isSaid } from '../vocabulary.rules.ts'
import { menuWords, quantityIn, type Word } from '../words.rules.ts'
import { replaceItem } from './replace-item.rules.ts'
import { withNewChoice } from './swap-options.rules.ts'

/** "os chopps são de 500", "o suco pode ser de limão", "a pizza é grande". Null: it is not said of one line. */
export function restated(sheet: Sheet, { words, hasArticle }: Piece, menu: ChatMenu): Sheet | null {
  const at = words.findIndex(isBeing)
  if (!hasArticle || at < 1) return null
  const name = words.slice(0, at)
  const said = words.slice(at + 1).filter(({ text }) => text !== 'ser')
  const found = linesNamed(name, sheet, { menu })
  const [line] = found
  if (!line || found.length !== 1) return null
  // "o x-salada é pra minha mãe" orders no other one.
  if (said.length === 0) return sheet
  if (!said.some((word) => isSaid(word) && !asking.has(word.text) && quantityIn(word) === null)) return null
  if (splitNotes(said, line.meanings.flatMap(optionNames)).notes.length > 0) return null
  const isHalf = said.some(({ text }) => halves.has(text))
  return (
    withNewChoice(sheet, { lines: found, of: null }, said) ??
    (isHalf
      ? null
      : (replaceItem(sheet, line, { words: [...name, ...said], quantity: null, of: null, menu }) ??
        ofItsCategory(sheet, line, { said, menu }))) ??
    withUnknown(sheet, rawText(words))
  )
}

/** "a coca pode ser guaraná". */
function ofItsCategory(
  sheet: Sheet,
  line: SheetLine,
  { said, menu }: { readonly said: readonly Word[]; readonly menu: ChatMenu },
): Sheet | null {
  const match = matchItem(said, menu)
  return match.type === 'one' && match.meaning.item.categoryId === line.meanings[0]?.item.categoryId
    ? replaceItem(sheet, line, { words: said, quantity: null, of: null, menu })
    : null
}

/** "o burger bem passado" behind "pensando melhor". Null: nothing is corrected, or the words are no choice of one line. */
export function otherChoice(sheet: Sheet, { words, quantity, hasArticle, isMore }: Piece): Sheet | null {
  if (!sheet.isCorrecting || quantity !== null || isMore) return null
  const last = lastAdded(sheet)
  const lines = hasArticle ? sheet.lines.filter((line) => isNamedBy(words, line)) : last ? [last] : []
  return withNewChoice(sheet, { lines, of: null }, words)
}

const isNamedBy = ([first]: readonly Word[], { meanings: [only, ...others] }: SheetLine): boolean =>
  first !== undefined &&
  only !== undefined &&
  others.length === 0 &&
  menuWords(only.item).some(({ text }) => likeness(first.text, text) !== null)

/** "faz toda portuguesa", "inteira de calabresa" of the only line that can be. Null: the clause says no such thing. */
export function madeWhole(sheet: Sheet, clause: readonly Word[]): Sheet | null {
  const begin = clause.findIndex((word) => !isPolite(word) && !asking.has(word.text))
  const [first, ...rest] = clause.slice(Math.max(0, begin))
  return /^(?:tod[ao]|inteir[ao])$/.test(first?.text ?? '') && lastAdded(sheet) === null
    ? withNewChoice(sheet, { lines: sheet.lines, of: null }, rest)
    : null
}

/** "o suco melhor de laranja" as "o suco é de laranja", and "o combo 2 melhor" as "melhor o combo 2". */
export function asRestated(clause: readonly Word[]): readonly Word[] {
  const at = clause.findIndex(({ text }) => text === 'melhor')
  const begin = clause.findIndex((word) => !isPolite(word))
  const isNamed = at > begin + 1 && isArticle(clause[begin] ?? { text: '' })
  // "o açaí melhor com banana" wants that too.
  if (!isNamed || clause[at + 1]?.text === 'com') return clause
  return at === clause.length - 1
    ? [...clause.slice(at), ...clause.slice(begin, at)]
    : clause.map((word, index) => (index === at ? { text: 'sao', raw: word.raw } : word))
}

const isBeing = ({ text, raw }: Word, at: number, words: readonly Word[]): boolean =>
  counts.has(text) || /^(?:é|eh)$/.test(raw) || (text === 'pode' && words[at + 1]?.text === 'ser')
