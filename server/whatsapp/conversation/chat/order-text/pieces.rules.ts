import type { ChatMenu } from '../chat-state.ts'
import { likeness } from './same-word.rules.ts'
import { asking, counts, joining, linking, polite, removals } from './vocabulary.rules.ts'
import { menuWords, quantityIn, separator, wordsOf, type Word } from './words.rules.ts'

/** A part of a message that can be an item: "2 x-salada sem cebola". */
export interface Piece {
  /** Without the quantity, and without what is said to be polite. */
  readonly words: readonly Word[]
  readonly quantity: number | null
  /** Written as "2x", so that "2x salada" may be two of "X-Salada". */
  readonly isTimes: boolean
  /** "e" stands before it. */
  readonly isJoined: boolean
  /** "mais" stands before it. */
  readonly isMore: boolean
  /** Begins with "o" or "a": something that was spoken of before. */
  readonly hasArticle: boolean
}

/** The clauses of a message: what stands between two signs. */
export function clausesOf(text: string): readonly (readonly Word[])[] {
  const clauses: Word[][] = [[]]
  for (const word of wordsOf(text)) {
    if (word.text === separator) clauses.push([])
    else clauses.at(-1)?.push(word)
  }
  return clauses.filter((clause) => clause.length > 0)
}

/** The pieces of a clause. A name of the menu that has "e" or a number in it is never parted. */
export function piecesOf(clause: readonly Word[], menu: ChatMenu): readonly Piece[] {
  const whole = insideNames(clause, menu)
  const parts: { words: Word[]; isJoined: boolean; isMore: boolean }[] = [
    { words: [], isJoined: false, isMore: false },
  ]
  for (const [at, word] of clause.entries()) {
    const last = parts.at(-1)
    if (!last) continue
    if (isJoin(word) && !whole.has(at)) {
      const isMore = word.text === 'mais' || (last.isMore && last.words.length === 0)
      parts.push({ words: [], isJoined: word.text !== 'mais' || last.isJoined, isMore })
    } else if (beginsItem(clause, at, last.words) && !whole.has(at))
      parts.push({ words: [word], isJoined: false, isMore: false })
    else last.words.push(word)
  }
  const names = nameStarts(menu)
  return parts.map((part) => pieceOf(part, names)).filter(isSomething)
}

const isSomething = ({ words, quantity, isMore }: Piece): boolean =>
  words.length > 0 || quantity !== null || isMore

/** "é" is a verb; only "e" joins. */
const isJoin = ({ text, raw }: Word): boolean => joining.has(text) && raw !== 'é'

/** A quantity after words of an item, with words of another one behind it. */
function beginsItem(clause: readonly Word[], at: number, before: readonly Word[]): boolean {
  const [previous, word, next] = [clause[at - 1], clause[at], clause[at + 1]]
  if (!word || !next || quantityIn(word) === null || previous?.text === 'de') return false
  const begun = before.filter(({ text }) => !asking.has(text) && !polite.has(text) && !linking.has(text))
  return begun.some(({ text }) => !removals.has(text)) && !counts.has(begun.at(-1)?.text ?? '')
}

function pieceOf(
  {
    words,
    isJoined,
    isMore,
  }: { readonly words: readonly Word[]; readonly isJoined: boolean; readonly isMore: boolean },
  names: readonly string[],
): Piece {
  const said = words.filter(({ text }) => !polite.has(text))
  const begin = said.findIndex(
    ({ text, raw }) =>
      !(asking.has(text) && !names.includes(text)) && (!/^[ao]s?$/.test(text) || raw === 'é'),
  )
  const rest = begin === -1 ? [] : said.slice(begin)
  const hasArticle = /^[ao]s?$/.test(said[Math.max(0, begin - 1)]?.text ?? '') && begin > 0
  const [first] = rest
  const leading = first && quantityIn(first)
  const last = rest.at(-1)
  const trailing = !leading && rest.length > 1 && last ? quantityIn(last) : null
  const inName = trailing !== null && isNameWithNumber(rest, names)
  const kind = { isJoined, isMore, hasArticle, isTimes: first?.isTimes ?? false }
  if (leading) return { ...kind, words: rest.slice(1), quantity: leading }
  if (trailing !== null && !inName) return { ...kind, words: rest.slice(0, -1), quantity: trailing }
  return { ...kind, words: rest, quantity: null }
}

/** "combo 2" on a menu with that name. */
const isNameWithNumber = (words: readonly Word[], names: readonly string[]): boolean =>
  names.includes(
    words
      .slice(-2)
      .map(({ text }) => text)
      .join(' '),
  )

/** First words of the menu's names, and names that end with a number. */
const nameStarts = ({ items }: ChatMenu): readonly string[] =>
  items.flatMap((item) => {
    const words = menuWords(item).filter(({ text }) => text !== separator)
    const end = words.slice(-2).map(({ text }) => text)
    return [words[0]?.text ?? '', ...(/^\d+$/.test(end[1] ?? '') ? [end.join(' ')] : [])]
  })

/** Positions inside a name of the menu that has "e" or a small number in it. */
function insideNames(clause: readonly Word[], { items }: ChatMenu): ReadonlySet<number> {
  const options = new Set(items.flatMap(({ groups }) => groups.flatMap((group) => group.options)))
  const phrases = [...items, ...options]
    .map((named) => textsBefore(menuWords(named)))
    .filter((words) => words.some((word) => word === 'e' || /^\d{1,2}$/.test(word)))
  const inside = new Set<number>()
  for (const phrase of phrases)
    for (const at of clause.keys())
      if (phrase.every((word, index) => likeness(clause[at + index]?.text ?? '', word) !== null))
        for (const index of phrase.keys()) inside.add(at + index)
  return inside
}

/** The texts of a name before its bracket. */
function textsBefore(words: readonly Word[]): readonly string[] {
  const end = words.findIndex(({ text }) => text === separator)
  return words.slice(0, end === -1 ? words.length : end).map(({ text }) => text)
}
