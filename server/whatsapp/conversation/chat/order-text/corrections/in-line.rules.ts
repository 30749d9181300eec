import type { ChatMenu } from '../../chat-state.ts'
import type { Piece } from '../pieces.rules.ts'
import { lastAdded, linesMeant, replaceLine, withUnknown, type Sheet } from '../sheet.rules.ts'
import { rawText } from '../split-notes.rules.ts'
import { adding, places } from '../vocabulary.rules.ts'
import type { Word } from '../words.rules.ts'
import { extended } from './add-options.rules.ts'

/** "põe cheddar no x-egg" of the cart: in that one, and no second. Null: no line of the cart is named behind it. */
export function addedIn(sheet: Sheet, { words, isAdded }: Piece, menu: ChatMenu): Sheet | null {
  const at = words.findIndex(({ text }) => places.has(text))
  if (!isAdded || at < 1 || lastAdded(sheet)) return null
  const [line, ...others] = linesMeant(words.slice(at + 1), sheet, menu)
  if (!line) return null
  const known = others.length === 0 ? extended(line, words.slice(0, at)) : null
  return known ? replaceLine(sheet, known.line, [known.now]) : withUnknown(sheet, rawText(words))
}

/** "no de 500 coloca banana" as "coloca banana no de 500". */
export function placeLast(clause: readonly Word[]): readonly Word[] {
  const verb = clause.findIndex(({ text }) => adding.has(text))
  return verb > 1 && places.has(clause[0]?.text ?? '')
    ? [...clause.slice(verb), ...clause.slice(0, verb)]
    : clause
}
