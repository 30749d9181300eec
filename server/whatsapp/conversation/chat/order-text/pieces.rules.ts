import type { ChatMenu } from '../chat-state.ts'
import { withoutFillers } from './fillers.rules.ts'
import { isSure, matchItem, type Match } from './match-item.rules.ts'
import { hasPhrase, insideNames, namesOf, startsNumberedName } from './menu-names.rules.ts'
import { asOnMenu } from './street-names.rules.ts'
import {
  adding,
  asking,
  counts,
  halves,
  isArticle,
  isPolite,
  isSaid,
  joining,
  linking,
  removals,
  resizing,
  swapTargets,
} from './vocabulary.rules.ts'
import { quantityIn, separator, wordsOf, type Word } from './words.rules.ts'

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
  /** The quantity is behind the words: "coxinha 10". */
  readonly isTrailing: boolean
  /** Begins with "coloca", "põe" or the like. */
  readonly isAdded: boolean
  /** Begins with "faz", "pode ser", "é" or the like. */
  readonly isAsChange: boolean
  /** Begins with "o" or "a": something that is known already. */
  readonly hasArticle: boolean
}

/** The clauses of a message: the words from one sign to the next, as the menu has them. */
export function clausesOf(text: string, menu: ChatMenu): readonly (readonly Word[])[] {
  const clauses: Word[][] = [[]]
  for (const word of wordsOf(text)) {
    if (word.text === separator) clauses.push([])
    else clauses.at(-1)?.push(word)
  }
  return clauses
    .map((clause) => withoutFillers(asOnMenu(clause, menu), menu))
    .filter((clause) => clause.length > 0)
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
    if (isJoin(word) && !whole.has(at) && !isOtherHalf(last.words, clause[at + 1])) {
      const isMore = word.text === 'mais' || (last.isMore && last.words.length === 0)
      parts.push({ words: [], isJoined: word.text !== 'mais' || last.isJoined, isMore })
    } else if (!whole.has(at) && beginsPart(clause, at, last.words, menu))
      parts.push({ words: [word], isJoined: false, isMore: false })
    else last.words.push(word)
  }
  return withCountsBetween(parts.map((part) => pieceOf(part, menu)).filter(isSomething), menu)
}

/** "suco de laranja 2 sem gelo", "esfiha 5 carne": the number counts the words on both sides. */
function withCountsBetween(pieces: readonly Piece[], menu: ChatMenu): readonly Piece[] {
  return pieces.reduce<readonly Piece[]>((all, piece) => {
    const before = all.at(-1)
    return before && isCountBetween(before, piece, menu)
      ? [
          ...all.slice(0, -1),
          { ...before, words: [...before.words, ...piece.words], quantity: piece.quantity },
        ]
      : [...all, piece]
  }, [])
}

function isCountBetween(
  before: Piece,
  { words, quantity, isJoined, isMore }: Piece,
  menu: ChatMenu,
): boolean {
  if (before.quantity !== null || quantity === null || isJoined || isMore || words.length === 0) return false
  if (words[0]?.text === 'sem') return matchItem(before.words, menu).type === 'one'
  const whole = matchItem([...before.words, ...words], menu)
  const [first, second] = [before.words, words].map((some) => matchItem(some, menu))
  return whole.type === 'one' && isSure(whole.meaning) && !isItem(first) && !isItem(second)
}

/** Verbs before what is different. */
const changing = new Set(['faz', 'pode', 'ser', 'seja', 'deixa', 'fica'])

const isItem = (match: Match | undefined): boolean => match?.type === 'one' && isSure(match.meaning)

const isSomething = ({ words, quantity, isMore }: Piece): boolean =>
  words.length > 0 || quantity !== null || isMore

/** "metade de frango e metade de carne". */
const isOtherHalf = (before: readonly Word[], next: Word | undefined): boolean =>
  halves.has(next?.text ?? '') && before.some(({ text }) => halves.has(text))

/** "é" is a verb; only "e" joins. */
const isJoin = ({ text, raw }: Word): boolean => joining.has(text) && raw !== 'é'

const beginsPart = (...at: [...Parameters<typeof beginsItem>, menu: ChatMenu]): boolean => {
  const [clause, index, before] = at
  return beginsItem(clause, index, before) || isVerbBetween(clause, index, before) || isCheeseBehind(...at)
}

/** "x-burger sem cebola x-bacon": a second one without "e". */
function isCheeseBehind(
  clause: readonly Word[],
  at: number,
  before: readonly Word[],
  menu: ChatMenu,
): boolean {
  const [previous, word] = [clause[at - 1]?.text ?? '', clause[at]?.text ?? '']
  if (!/^x[a-z]{3}/.test(word) || hasPhrase([previous, word], menu)) return false
  const said = before.filter((one) => !isPolite(one) && !asking.has(one.text) && quantityIn(one) === null)
  return isItem(matchItem(said, menu))
}

/** "não quero mais coca coloca água". */
const isVerbBetween = (clause: readonly Word[], at: number, before: readonly Word[]): boolean =>
  adding.has(clause[at]?.text ?? '') &&
  before.some((word) => isSaid(word) && !asking.has(word.text) && !isPolite(word))

/** A quantity after words of an item, with words of another one behind it. */
function beginsItem(clause: readonly Word[], at: number, before: readonly Word[]): boolean {
  const [previous, word, next] = [clause[at - 1], clause[at], clause[at + 1]]
  if (!word || !next || quantityIn(word) === null || previous?.text === 'de') return false
  // "caipirinha 2 e um chopp": it counts the words before it.
  if (isJoin(next)) return false
  const begun = before.filter((one) => !asking.has(one.text) && !isPolite(one) && !linking.has(one.text))
  const isItem = ({ text }: Word) => !removals.has(text) && !resizing.has(text) && !swapTargets.has(text)
  return begun.some(isItem) && !counts.has(begun.at(-1)?.text ?? '')
}

function pieceOf(
  {
    words,
    isJoined,
    isMore,
  }: { readonly words: readonly Word[]; readonly isJoined: boolean; readonly isMore: boolean },
  menu: ChatMenu,
): Piece {
  const { starts, numbered } = namesOf(menu)
  const said = words.filter((word) => !isPolite(word))
  const begin = said.findIndex(
    ({ text, raw }) => !(asking.has(text) && !starts.has(text)) && (!isArticle({ text }) || raw === 'é'),
  )
  const rest = begin === -1 ? [] : said.slice(begin)
  const hasArticle = begin > 0 && said.slice(begin - 1, begin).some(isArticle)
  const isAsChange = said
    .slice(0, begin + 1)
    .some(({ text, raw }) => changing.has(text) || raw === 'é' || raw === 'eh')
  const isAdded = said.slice(0, Math.max(0, begin)).some(({ text }) => adding.has(text))
  const [first] = rest
  const leading = first && !startsNumberedName(rest, menu) ? quantityIn(first) : null
  const last = rest.at(-1)
  const trailing = first && quantityIn(first) === null && rest.length > 1 && last ? quantityIn(last) : null
  const end = rest.slice(-2).map(({ text }) => text)
  const inName = numbered.has(end.join(' '))
  const kind = {
    isJoined,
    isMore,
    hasArticle,
    isAsChange,
    isAdded,
    isTrailing: false,
    isTimes: first?.isTimes ?? false,
  }
  if (leading) return { ...kind, words: rest.slice(1), quantity: leading }
  if (trailing !== null && !inName)
    return { ...kind, words: rest.slice(0, -1), quantity: trailing, isTrailing: true }
  return { ...kind, words: rest, quantity: null }
}
