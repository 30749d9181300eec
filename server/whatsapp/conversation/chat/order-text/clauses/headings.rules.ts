import type { ChatMenu } from '../../chat-state.ts'
import { matchItem, type Match, type Meaning } from '../match-item.rules.ts'
import { piecesOf } from '../pieces.rules.ts'
import type { Word } from '../words.rules.ts'

type Clause = readonly Word[]

/** "esfihas: 4 carne e 2 queijo", "sobremesa: 2 pudins": a kind without a number heads what is counted behind it. */
export const withoutHeadings = (clauses: readonly Clause[], menu: ChatMenu): readonly Clause[] =>
  clauses.filter((clause, at) => !isHeading(clause, clauses[at + 1] ?? [], menu))

function isHeading(clause: Clause, behind: Clause, menu: ChatMenu): boolean {
  const [heading, ...others] = piecesOf(clause, menu)
  if (!heading || heading.quantity !== null || heading.hasArticle || others.length > 0) return false
  const match = matchItem(heading.words, menu)
  if (match.type !== 'several' && match.type !== 'near') return false
  const kinds = new Set(match.meanings.filter(isOnlyKind(match)).map(({ item }) => item))
  const name = heading.words
  const pieces = piecesOf(behind, menu)
  const isOneOf = (words: readonly Word[]) => {
    const own = matchItem(words, menu)
    const whole = own.type === 'one' ? own : matchItem([...name, ...words], menu)
    return whole.type === 'one' && kinds.has(whole.meaning.item)
  }
  return pieces.length > 0 && pieces.every(({ words, quantity }) => quantity !== null && isOneOf(words))
}

/** Of a category, no word of the items is written. */
const isOnlyKind =
  ({ type }: Match) =>
  ({ named }: Meaning): boolean =>
    type === 'several' || named === 0
