import type { ChatMenu } from '../../chat-state.ts'
import { linesNamed, type Sheet } from '../sheet.rules.ts'
import { isArticle } from '../vocabulary.rules.ts'
import type { Word } from '../words.rules.ts'

/** "o dobro" of the only line, "dobra a coca". Null: the clause doubles no such line. */
export function doubled(sheet: Sheet, clause: readonly Word[], menu: ChatMenu): Sheet | null {
  const [verb, ...said] = clause.filter((word) => !isArticle(word))
  if (!/^(?:dobra|dobro|duplica)$/.test(verb?.text ?? '') || sheet.lines.length === 0) return null
  const name = said.filter(({ text }) => !/^(?:tudo|pedido|de|do|da)$/.test(text))
  const lines = name.length === 0 ? sheet.lines : linesNamed(name, sheet, { menu, isExact: true })
  if (lines.length !== 1) return null
  return {
    ...sheet,
    lines: sheet.lines.map((line) =>
      lines.includes(line) ? { ...line, quantity: line.quantity * 2 } : line,
    ),
  }
}
