import { likeness } from './same-word.rules.ts'
import { apart, degrees, free, isArticle, linking, manners } from './vocabulary.rules.ts'
import type { Word } from './words.rules.ts'

export interface Wording {
  /** The words that name an item and its options. */
  readonly body: readonly Word[]
  /** "sem cebola", "bem gelada", as the customer wrote them. */
  readonly notes: readonly string[]
}

/**
 * Parts the words of one item from the customer's wishes about it.
 *
 * @param phrases the names of the item and its options, in which "sem gás" or "bem passado" is no wish
 */
export function splitNotes(words: readonly Word[], phrases: readonly (readonly Word[])[]): Wording {
  const body: Word[] = []
  const notes: string[] = []
  let at = 0
  while (at < words.length) {
    const length = noteLength(words, at, phrases)
    const written = words.slice(at, at + Math.max(1, length))
    if (length > 0) notes.push(rawText(written))
    else body.push(...written)
    // "granola separada" is wanted, and served beside.
    if (length === 2 && apart.has(written[1]?.text ?? ''))
      body.push(...written.slice(0, 1).filter((word) => phrases.some((phrase) => has(phrase, word))))
    at += written.length
  }
  return { body, notes }
}

export const rawText = (words: readonly Word[]): string =>
  words
    .map(({ raw }) => raw)
    .filter(Boolean)
    .join(' ')

/** "capricha no leite em pó". */
const pleading = new Set(['capricha', 'capriche', 'caprichem', 'caprichar'])
const noteEnds = new Set(['com', 'sem', 'pra', 'para', 'no', 'na', 'nos', 'nas'])

function noteLength(words: readonly Word[], at: number, phrases: readonly (readonly Word[])[]): number {
  const [first, next, third] = words.slice(at, at + 3)
  if (!first || isInPhrase(phrases, first, next)) return 0
  if (manners.has(first.text)) return phrases.some((phrase) => has(phrase, first)) ? 0 : 1
  if (!next) return 0
  if (pleading.has(first.text)) return words.length - at
  if (first.text === 'sem') return 1 + untilEnd(words.slice(at + 1))
  if (isManner(first.text, next.text)) return 2
  if (first.text !== 'com') return 0
  if (free.has(next.text)) return 2
  if (isOwnPart(words.slice(at + 1, at + 5))) return 5
  return degrees.has(next.text) && third && !isInPhrase(phrases, next, third) ? 3 : 0
}

/** "bem gelada", "granola separada", "gema mole". */
const isManner = (first: string, next: string): boolean =>
  degrees.has(first) || (apart.has(next) && !linking.has(first)) || yolks.has(`${first} ${next}`)
const yolks = new Set(['gema mole', 'gema dura'])

/** "com o ovo bem passado" says how a part of the item is made; "com ovo" wants one more. */
const isOwnPart = ([article, , degree, manner]: readonly Word[]): boolean =>
  article !== undefined && isArticle(article) && manner !== undefined && degrees.has(degree?.text ?? '')

function untilEnd(words: readonly Word[]): number {
  const end = words.findIndex(({ text }) => noteEnds.has(text))
  const length = end === -1 ? words.length : end
  return words[length - 1]?.text === 'e' ? length - 1 : length
}

const has = (phrase: readonly Word[], word: Word): boolean =>
  phrase.some(({ text }) => likeness(word.text, text) !== null)

const isInPhrase = (phrases: readonly (readonly Word[])[], first: Word, next: Word | undefined): boolean =>
  next !== undefined &&
  phrases.some((phrase) =>
    phrase.some(
      ({ text }, at) =>
        likeness(first.text, text) === 'same' && likeness(next.text, phrase[at + 1]?.text ?? '') !== null,
    ),
  )
