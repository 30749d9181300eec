import type { ChatMenu } from '../chat-state.ts'
import { withoutFillers } from './fillers.rules.ts'
import { isSure, matchItem, type Match } from './match-item.rules.ts'
import { hasPhrase, insideNames, namesOf, startsNumberedName } from './menu-names.rules.ts'
import { asSpelled } from './spelling/as-spelled.rules.ts'
import { splitNotes } from './split-notes.rules.ts'
import { asOnMenu } from './street-names.rules.ts'
import {
  adding,
  asking,
  counts,
  halves,
  isKnownSign,
  isOnly,
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
  /** Begins with "outro" or "outra". */
  readonly isOther: boolean
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
    .map((clause) => withoutFillers(asSpelled(asOnMenu(clause, menu), menu), menu))
    .filter((clause) => clause.length > 0)
}

/** The pieces of a clause. A name of the menu that has "e" or a number in it is never parted. */
export function piecesOf(written: readonly Word[], menu: ChatMenu): readonly Piece[] {
  const clause = countsFirst(written, menu)
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

/** "misto 2 coca lata 1": where each number is behind its item, the words as if it were before it. */
function countsFirst(clause: readonly Word[], menu: ChatMenu): readonly Word[] {
  const inside = insideNames(clause, menu)
  const isCount = (word: Word, at: number) => !inside.has(at) && quantityIn(word) !== null
  if (clause.filter(isCount).length < 2 || clause.some(isJoin)) return clause
  const parts: Word[][] = []
  let words: Word[] = []
  for (const [at, word] of clause.entries()) {
    words.push(word)
    if (!isCount(word, at)) continue
    parts.push(words)
    words = []
  }
  const isItems = parts.every((part) => isMeant(part, menu))
  return words.length === 0 && isItems
    ? parts.flatMap((part) => [...part.slice(-1), ...part.slice(0, -1)])
    : clause
}

/** The words before the number mean one item. */
const isMeant = (part: readonly Word[], menu: ChatMenu): boolean =>
  part.length > 1 && matchItem(part.slice(0, -1), menu).type === 'one'

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
  if (words[0]?.text === 'sem' || isWish(words)) return matchItem(before.words, menu).type === 'one'
  const whole = matchItem([...before.words, ...words], menu)
  const [first, second] = [before.words, words].map((some) => matchItem(some, menu))
  return whole.type === 'one' && isSure(whole.meaning) && !isItem(first) && !isItem(second)
}

/** "com muito cream cheese". */
function isWish(words: readonly Word[]): boolean {
  const { body, notes } = splitNotes(words, [])
  return notes.length > 0 && body.length === 0
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
  return (
    beginsItem(clause, index, before) ||
    isVerbBetween(clause, index, before) ||
    isCheeseBehind(...at) ||
    isItemBehind(...at)
  )
}

/** "misto com pouco queijo coca lata": a whole name behind a wish is no part of the wish. */
function isItemBehind(clause: readonly Word[], at: number, before: readonly Word[], menu: ChatMenu): boolean {
  const wish = before.findIndex(({ text }) => text === 'sem' || text === 'com')
  const isBehind =
    wish > 0 && before.length > wish + 1 && [before.at(-1), clause[at]].every((word) => word && isSaid(word))
  if (!isBehind || before.at(-1)?.text === 'sem' || !isWish(before.slice(wish))) return false
  return [2, 3].some((length) => isItem(matchItem(clause.slice(at, at + length), menu)))
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
  // "sem cebola o x-salada" is said of that one.
  const isKnown = clause.slice(0, at).some(({ text }) => text === word)
  if (isKnown && /^[ao]s?$/.test(previous) && before.some(({ text }) => text === 'sem')) return false
  const said = before.filter((one) => !isPolite(one) && !asking.has(one.text) && quantityIn(one) === null)
  return isItem(matchItem(said, menu))
}

/** "não quero mais coca coloca água". */
const isVerbBetween = (clause: readonly Word[], at: number, before: readonly Word[]): boolean =>
  adding.has(clause[at]?.text ?? '') &&
  clause[at - 1]?.text !== 'nao' &&
  before.some((word) => isSaid(word) && !asking.has(word.text) && !isPolite(word))

/** A quantity after words of an item, with words of another one behind it. */
function beginsItem(clause: readonly Word[], at: number, before: readonly Word[]): boolean {
  const [previous, word, next] = [clause[at - 1], clause[at], clause[at + 1]]
  if (!word || !next || quantityIn(word) === null || /^(?:de|ou)$/.test(previous?.text ?? '')) return false
  if (countsBefore(next, clause[at + 2])) return false
  const begun = before.filter((one) => !asking.has(one.text) && !isPolite(one) && !linking.has(one.text))
  const isItem = ({ text }: Word) => !removals.has(text) && !resizing.has(text) && !swapTargets.has(text)
  return begun.some(isItem) && !counts.has(begun.at(-1)?.text ?? '')
}

/** "caipirinha 2 e um chopp", "hot roll 2 porções": the number counts the words before it. */
const countsBefore = (next: Word, third: Word | undefined): boolean =>
  isJoin(next) || (isUnit(next) && isEndOfCount(third))

/** Nothing, or a wish, is behind the number and its unit. */
const isEndOfCount = (word: Word | undefined): boolean =>
  word === undefined || isJoin(word) || /^(?:com|sem)$/.test(word.text)

/** "porções", "unidades". */
const isUnit = (word: Word | undefined): boolean =>
  /^(?:und?|unidades?|pecas?|porcao|porcoes)$/.test(word?.text ?? '')

/** "hot roll 2 porções" as "2 porções hot roll". */
function withUnitFirst(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex(
    (word, index) => index > 1 && isUnit(word) && quantityIn(words[index - 1] ?? word) !== null,
  )
  return at > 1 && isEndOfCount(words[at + 1]) && quantityIn(words[0] ?? { text: '', raw: '' }) === null
    ? [...words.slice(at - 1, at + 1), ...words.slice(0, at - 1), ...words.slice(at + 1)]
    : words
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
  const said = words.filter((word, at) => !isPolite(word) || isOnlyInWish(words, at))
  const begin = said.findIndex(
    (word) => !(asking.has(word.text) && !starts.has(word.text)) && (!isKnownSign(word) || word.raw === 'é'),
  )
  const rest = withUnitFirst(begin === -1 ? [] : said.slice(begin))
  const hasArticle = begin > 0 && said.slice(begin - 1, begin).some(isKnownSign)
  const isAsChange = said
    .slice(0, begin + 1)
    .some(({ text, raw }) => changing.has(text) || raw === 'é' || raw === 'eh')
  const isAdded = said.slice(0, Math.max(0, begin)).some(({ text }) => adding.has(text))
  const [first] = rest
  const leading = first && !startsNumberedName(rest, menu) ? quantityIn(first) : null
  const trailing = numbered.has(textOf(rest.slice(-2))) ? null : trailingIn(rest)
  const kind = {
    isJoined,
    isMore,
    hasArticle,
    isAsChange,
    isAdded,
    isTrailing: false,
    isTimes: first?.isTimes ?? false,
    isOther: /^outr[ao]$/.test(first?.text ?? ''),
  }
  if (leading) return { ...kind, words: rest.slice(1), quantity: leading }
  if (trailing !== null) return { ...kind, words: rest.slice(0, -1), quantity: trailing, isTrailing: true }
  return { ...kind, words: rest, quantity: null }
}

const textOf = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ')

/** The number behind the words of an item. "x-salada de 20" says its price. */
function trailingIn(words: readonly Word[]): number | null {
  const [first, last] = [words[0], words.at(-1)]
  if (!first || !last || words.length < 2 || quantityIn(first) !== null) return null
  return words.at(-2)?.text === 'de' ? null : quantityIn(last)
}

/** "sem nada só pão e carne": the kitchen would read "sem pão" without it. */
const isOnlyInWish = (words: readonly Word[], at: number): boolean => {
  const word = words[at]
  return (
    word !== undefined &&
    isOnly(word) &&
    at < words.length - 1 &&
    words.slice(0, at).some(({ text }) => text === 'sem')
  )
}
