import type { ChatMenu } from '../chat-state.ts'
import { isSure, matchItem } from './match-item.rules.ts'
import { lastAdded, lineOf, replaceLine, withUnknown, type Sheet } from './sheet.rules.ts'
import { rawText } from './split-notes.rules.ts'
import { asking, isSaid, removals } from './vocabulary.rules.ts'
import type { Word } from './words.rules.ts'

const otherwise = /^se (?:nao|n) (?:tiver|tem|tive|houver) /

/**
 * "se não tiver pode ser calabresa": in place of what the menu does not have. What it has stays. Null: the clause names
 * nothing else.
 */
export function orElse(sheet: Sheet, clause: readonly Word[], menu: ChatMenu): Sheet | null {
  const said = clause.map(({ text }) => text).join(' ')
  const line = lastAdded(sheet)
  if (!otherwise.test(said) || !line) return null
  if (!line.isNear) return sheet
  const rest = clause.slice(3).filter(({ text }) => !asking.has(text))
  const missing = line.meanings[0]?.left ?? []
  const name = line.words.filter((word) => !missing.includes(word))
  const match = [[...name, ...rest], rest]
    .map((words) => matchItem(words, menu))
    .find(({ type }) => type === 'one')
  return match && match.type === 'one'
    ? replaceLine(sheet, line, [lineOf(rest, line.quantity, match)])
    : withUnknown(sheet, rawText(clause))
}

/**
 * "dá pra tirar a maionese do x-salada" and "sem cebola x-burger" order one without it; of the order so far it would be a
 * change.
 */
export function asWish(clause: readonly Word[], { lines }: Sheet, menu: ChatMenu): readonly Word[] {
  if (lines.length === 0 && clause[0]?.text === 'sem') return withItemFirst(clause, menu)
  const verb = clause.findIndex(({ text }) => removals.has(text))
  const of = clause.findIndex(({ text }, at) => at > verb + 1 && /^d[ao]s?$/.test(text))
  if (lines.length > 0 || verb === -1 || of === -1) return clause
  const item = clause.slice(of + 1)
  const part = clause.slice(verb + 1, of).filter(isSaid)
  if (part.length === 0 || matchItem(item, menu).type !== 'one') return clause
  return [...item, { text: 'sem', raw: 'sem' }, ...part]
}

function withItemFirst(clause: readonly Word[], menu: ChatMenu): readonly Word[] {
  const at = clause.findIndex((_, index) => {
    const match = index > 1 ? matchItem(clause.slice(index), menu) : null
    return match?.type === 'one' && isSure(match.meaning)
  })
  return at === -1 ? clause : [...clause.slice(at), ...clause.slice(0, at)]
}
