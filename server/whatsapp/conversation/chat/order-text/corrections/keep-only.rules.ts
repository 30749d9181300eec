import type { ChatMenu } from '../../chat-state.ts'
import { linesNamed, withUnknown, type Sheet } from '../sheet.rules.ts'
import { rawText, splitNotes } from '../split-notes.rules.ts'
import { isArticle, isOnly, removals } from '../vocabulary.rules.ts'
import { quantityIn, type Word } from '../words.rules.ts'

/** "deixa só o yakisoba", "tira tudo menos a coca": one line of the cart stays. Null: the clause keeps nothing. */
export function keptOnly(sheet: Sheet, clause: readonly Word[], menu: ChatMenu): Sheet | null {
  const [first, second] = clause
  const isBare = first !== undefined && second !== undefined && isOnly(first) && isArticle(second)
  const said = isBare ? clause.slice(1) : keptIn(clause)
  if (!said || !sheet.lines.some(({ draft }) => draft)) return null
  const name = said.filter((word) => !isArticle(word))
  if (name.length === said.length || name.some((word) => quantityIn(word) !== null)) return null
  const [line, ...others] = linesNamed(name, sheet, { menu, isExact: true })
  // "só o x-tudo" may be all that is wanted, or all that the customer had to say.
  if (isBare) return line ? withUnknown(sheet, rawText(clause)) : null
  const isPlain = splitNotes(name, []).notes.length === 0
  return line?.draft && others.length === 0 && isPlain
    ? { ...sheet, lines: [line] }
    : withUnknown(sheet, rawText(clause))
}

/** The words for what stays. */
function keptIn([first, second, third, ...rest]: readonly Word[]): readonly Word[] | null {
  if (!first || !second || !third) return null
  if (/^(?:deixa|deixe|fica|mantem)$/.test(first.text) && isOnly(second)) return [third, ...rest]
  const isAllBut = second.text === 'tudo' && /^(?:menos|exceto|fora)$/.test(third.text)
  return removals.has(first.text) && isAllBut ? rest : null
}
