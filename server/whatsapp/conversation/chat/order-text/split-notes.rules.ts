import { likeness } from './spelling/same-word.rules.ts'
import { apart, degrees, free, isArticle, linking, manners } from './vocabulary.rules.ts'
import { quantityIn, type Word } from './words.rules.ts'

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
    const much = muchName(words, at, phrases)
    const named = much > 0 ? much : apartName(words, at, phrases)
    const length = named > 0 ? named + 1 : noteLength(words, at, phrases)
    const written = words.slice(at, at + Math.max(1, length))
    if (length > 0) notes.push(rawText(written))
    else body.push(...written)
    if (named > 0) body.push(...(much > 0 ? written.slice(1) : written.slice(0, named)))
    // "granola separada" is wanted, and served beside.
    if (named === 0 && length === 2 && apart.has(written[1]?.text ?? ''))
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

/** The words of an option's name behind which it is wanted beside the item: "leite condensado separado". */
function apartName(words: readonly Word[], at: number, phrases: readonly (readonly Word[])[]): number {
  const phrase = phrases.find(
    (own) =>
      own.length > 1 &&
      apart.has(words[at + own.length]?.text ?? '') &&
      own.every(({ text }, index) => likeness(words[at + index]?.text ?? '', text) !== null),
  )
  return phrase?.length ?? 0
}

/** The words of an option's name of which much or little is wanted: "bastante leite condensado". */
function muchName(words: readonly Word[], at: number, phrases: readonly (readonly Word[])[]): number {
  if (!degrees.has(words[at]?.text ?? '')) return 0
  const phrase = phrases.find(
    (own) =>
      own.length > 1 &&
      !degrees.has(own[0]?.text ?? '') &&
      own.every(({ text }, index) => likeness(words[at + 1 + index]?.text ?? '', text) !== null),
  )
  return phrase?.length ?? 0
}

/** "capricha no leite em pó". */
const pleading = new Set(['capricha', 'capriche', 'caprichem', 'caprichar'])
/** "não põe cebola". */
export const putting = new Set(['poe', 'ponha', 'por', 'coloca', 'coloque', 'bota', 'bote', 'manda', 'mande'])
const noteEnds = new Set(['com', 'sem', 'pra', 'para', 'no', 'na', 'nos', 'nas'])

function noteLength(words: readonly Word[], at: number, phrases: readonly (readonly Word[])[]): number {
  const [first, next] = words.slice(at, at + 2)
  if (!first || isInPhrase(phrases, first, next)) return 0
  if (first.isNote) return 1
  if (manners.has(first.text) || superlative.test(first.text))
    return phrases.some((phrase) => has(phrase, first)) ? 0 : 1
  if (!next) return 0
  if (pleading.has(first.text)) return words.length - at
  const out = leavingOut(words, at)
  if (out > 0) return out + untilEnd(words.slice(at + out), phrases)
  if (isManner(first.text, next.text)) return 2
  if (/^(?:n[oa] capricho|[na]o ponto)$/.test(`${first.text} ${next.text}`)) return 2
  return first.text === 'com' ? withLength(words.slice(at + 1), phrases) : 0
}

/** How many words say that something is left out: "sem", "menos", "não põe". */
function leavingOut(words: readonly Word[], at: number): number {
  const [first, next] = words.slice(at, at + 2)
  if (!first || !next) return 0
  if (first.text === 'nao' && putting.has(next.text)) return 2
  return first.text === 'sem' || (first.text === 'menos' && at > 0 && quantityIn(next) === null) ? 1 : 0
}

/** Of a note that begins with "com". */
function withLength(words: readonly Word[], phrases: readonly (readonly Word[])[]): number {
  const [next, third, ...rest] = words
  if (!next) return 0
  if (free.has(next.text)) return 2
  if (!third) return 0
  if (isBeside(next, third) && !phrases.some((phrase) => has(phrase, next))) return 3
  if (apart.has(rest[0]?.text ?? '') && !phrases.some((phrase) => has(phrase, next))) return 4
  if (isOwnPart(words.slice(0, 4))) return 5
  if (!degrees.has(next.text) || isInPhrase(phrases, next, third)) return 0
  const other = rest.findIndex(
    (word, index) =>
      noteEnds.has(word.text) ||
      (word.text === 'e' && degrees.has(rest[index + 1]?.text ?? '')) ||
      phrases.some((phrase) => has(phrase, word)),
  )
  return 3 + (other === -1 ? rest.length : other)
}

/** "com molho separado", "com gema mole". */
const isBeside = (part: Word, { text }: Word): boolean => apart.has(text) || yolks.has(`${part.text} ${text}`)

/** "geladíssima". */
const superlative = /[a-z]{3}issim[ao]s?$/

/** "bem gelada", "granola separada", "gema mole". */
const isManner = (first: string, next: string): boolean =>
  degrees.has(first) || (apart.has(next) && !linking.has(first)) || yolks.has(`${first} ${next}`)
const yolks = new Set(['gema mole', 'gema dura'])

/** "com o ovo bem passado" says how a part of the item is made; "com ovo" wants one more. */
const isOwnPart = ([article, , degree, manner]: readonly Word[]): boolean =>
  article !== undefined && isArticle(article) && manner !== undefined && degrees.has(degree?.text ?? '')

/** "sem ovo borda de chocolate": what is left out ends where another choice begins. */
function untilEnd(words: readonly Word[], phrases: readonly (readonly Word[])[]): number {
  const end = words.findIndex(
    ({ text }, at) =>
      noteEnds.has(text) ||
      (at > 0 && !linking.has(words[at - 1]?.text ?? '') && beginsChoice(words.slice(at), phrases)),
  )
  const length = end === -1 ? words.length : end
  return length > 1 && /^(?:e|[ao]s?)$/.test(words[length - 1]?.text ?? '') ? length - 1 : length
}

function beginsChoice(words: readonly Word[], phrases: readonly (readonly Word[])[]): boolean {
  const said = words.filter(isContent)
  const isSaid = (own: readonly Word[], from: readonly Word[]) =>
    own.every(({ text }, at) => likeness(from[at]?.text ?? '', text) === 'same')
  return phrases.some(
    (phrase) =>
      phrase[0]?.isChoice &&
      (isSaid(phrase, words) || (words[0] === said[0] && isSaid(phrase.filter(isContent), said))),
  )
}

const isContent = ({ text }: Word): boolean => !linking.has(text) && !/^rechead[ao]s?$/.test(text)

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
