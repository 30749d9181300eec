import type { ChatMenu } from '../chat-state.ts'
import { likeness, wordKey } from './spelling/same-word.rules.ts'
import { menuWords, separator, type Word } from './words.rules.ts'

interface MenuNames {
  /** Names of items and options that have "e" or a small number in them, word by word. */
  readonly parted: readonly (readonly string[])[]
  /** The first word of each item. */
  readonly starts: ReadonlySet<string>
  /** The end of each item whose name ends with a number: "combo 2". */
  readonly numbered: ReadonlySet<string>
  /** All words of items and options, and all pairs of neighbours. */
  readonly words: ReadonlySet<string>
  /** The pairs of neighbours by both words as one: "hotroll". */
  readonly glued: ReadonlyMap<string, readonly string[]>
}

const known = new WeakMap<ChatMenu, MenuNames>()

/** What of the menu's names decides how a message is parted; read once while the menu is used. */
export function namesOf(menu: ChatMenu): MenuNames {
  const names = known.get(menu) ?? readNames(menu)
  known.set(menu, names)
  return names
}

function readNames({ items }: ChatMenu): MenuNames {
  const options = new Set(items.flatMap(({ groups }) => groups.flatMap((group) => group.options)))
  const named = items.map((item) => textsBefore(menuWords(item)))
  const ends = named.map((words) => words.slice(-2)).filter(([, last = '']) => /^\d+$/.test(last))
  const all = [...named, ...[...options].map((option) => textsBefore(menuWords(option)))]
  return {
    parted: all.filter((words) => words.some((word) => word === 'e' || /^\d{1,2}$/.test(word))),
    starts: new Set(named.map(([first = '']) => first)),
    numbered: new Set(ends.map((end) => end.join(' '))),
    words: new Set(all.flatMap((words) => words.map(wordKey)).concat(all.flatMap(pairsOf))),
    glued: new Map(all.flatMap(pairsOf).map((pair) => [pair.replace(' ', ''), pair.split(' ')])),
  }
}

const pairsOf = (words: readonly string[]): readonly string[] =>
  words.slice(1).map((word, at) => `${wordKey(words[at] ?? '')} ${wordKey(word)}`)

/** A name of the menu has this word. */
export const hasWord = (text: string, menu: ChatMenu): boolean => namesOf(menu).words.has(wordKey(text))

/** A name of the menu has these words one behind the other. */
export const hasPhrase = (texts: readonly string[], menu: ChatMenu): boolean =>
  texts.length === 1
    ? texts.every((text) => hasWord(text, menu))
    : pairsOf(texts).every((pair) => namesOf(menu).words.has(pair))

/** "hotroll" where a name of the menu has "hot roll". Null: no name has it. */
export const gluedIn = (text: string, menu: ChatMenu): readonly string[] | null =>
  text.length >= minGluedLetters && !hasWord(text, menu)
    ? (namesOf(menu).glued.get(wordKey(text)) ?? null)
    : null
const minGluedLetters = 6

/** "4 queijos": the words begin with a name of the menu that begins with a number. */
export const startsNumberedName = (words: readonly Word[], menu: ChatMenu): boolean =>
  namesOf(menu).parted.some(
    (phrase) =>
      /^\d/.test(phrase[0] ?? '') &&
      phrase.length > 1 &&
      phrase.every((text, at) => likeness(words[at]?.text ?? '', text) !== null),
  )

/** The texts of a name before its bracket. */
function textsBefore(words: readonly Word[]): readonly string[] {
  const end = words.findIndex(({ text }) => text === separator)
  return words.slice(0, end === -1 ? words.length : end).map(({ text }) => text)
}

/** Positions inside a name of the menu that has "e" or a small number in it. */
export function insideNames(clause: readonly Word[], menu: ChatMenu): ReadonlySet<number> {
  const inside = new Set<number>()
  const isAt = (phrase: readonly string[], at: number) =>
    phrase.every((word, index) => likeness(clause[at + index]?.text ?? '', word) !== null)
  for (const phrase of namesOf(menu).parted) {
    const starts = [...clause.keys()].filter((at) => isAt(phrase, at))
    for (const at of starts.flatMap((start) => phrase.map((_, index) => start + index))) inside.add(at)
  }
  return inside
}
