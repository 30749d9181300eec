import type { ChatMenu } from '../../chat-state.ts'
import { optionNames } from '../match-item.rules.ts'
import type { Piece } from '../pieces.rules.ts'
import { linesNamed, withUnknown, type Sheet } from '../sheet.rules.ts'
import { rawText, splitNotes } from '../split-notes.rules.ts'
import { asking, counts, halves, isSaid } from '../vocabulary.rules.ts'
import { quantityIn, type Word } from '../words.rules.ts'
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
      : replaceItem(sheet, line, { words: [...name, ...said], quantity: null, of: null, menu })) ??
    withUnknown(sheet, rawText(words))
  )
}

const isBeing = ({ text, raw }: Word, at: number, words: readonly Word[]): boolean =>
  counts.has(text) || /^(?:é|eh)$/.test(raw) || (text === 'pode' && words[at + 1]?.text === 'ser')
