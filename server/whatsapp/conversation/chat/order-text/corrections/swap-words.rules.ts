import { asking, growing, isArticle, removals, swapTargets, swaps } from '../vocabulary.rules.ts'
import { quantityIn, type Word } from '../words.rules.ts'

interface Swap {
  readonly from: readonly Word[]
  readonly to: readonly Word[]
  /** "tira a banana e põe morango": it may as well be two changes. */
  readonly isByRemoval: boolean
}

/** "troca o smash pelo duplo e a batata pela G": the verb counts for both. */
export function swapsParted(clause: readonly Word[]): readonly (readonly Word[])[] {
  const verb = clause.findIndex(({ text }) => swaps.has(text))
  const first = clause.findIndex(({ text }, at) => verb !== -1 && at > verb + 1 && swapTargets.has(text))
  const end = clause.findIndex(
    ({ text }, at) => first !== -1 && at > first + 1 && text === 'e' && isArticle(clause[at + 1] ?? { text }),
  )
  const isSecond = clause.some(({ text }, at) => end !== -1 && at > end + 2 && swapTargets.has(text))
  return isSecond
    ? [clause.slice(0, end), [...clause.slice(verb, verb + 1), ...clause.slice(end + 1)]]
    : [clause]
}

/** "numa delas troca o ovo por linguiça" as "troca 1 ovo por linguiça". */
function withSome(clause: readonly Word[]): readonly Word[] {
  const of = clause.findIndex(({ text }, at) => at > 0 && /^del[ae]s$/.test(text))
  const some = of === -1 ? null : someBefore(clause.slice(0, of))
  if (!some) return clause
  const said = [...clause.slice(0, of - some.length), ...clause.slice(of + 1)]
  const verb = said.findIndex(({ text }) => swaps.has(text))
  if (verb === -1) return clause
  const [first, ...from] = said.slice(verb + 1)
  return [...said.slice(0, verb + 1), some.count, ...(first && !isArticle(first) ? [first] : []), ...from]
}

/** "numa" and "em duas" at the end of the words, and of how many words it is. Null: they end otherwise. */
function someBefore(words: readonly Word[]): { readonly count: Word; readonly length: number } | null {
  const [place, count] = words.slice(-2)
  const last = words.at(-1)
  if (last && /^numa?$/.test(last.text)) return { count: { text: '1', raw: last.raw }, length: 1 }
  return count && place?.text === 'em' && quantityIn(count) !== null ? { count, length: 2 } : null
}

/** What goes and what takes its place, in the words of a clause. Null: the clause swaps nothing. */
export function swapIn(written: readonly Word[]): Swap | null {
  const clause = withSome(written)
  const begin = clause.findIndex(
    ({ text }) =>
      swaps.has(text) ||
      growing.has(text) ||
      /^(?:em|ao|no)$/.test(text) ||
      !(asking.has(text) || wishing.has(text)),
  )
  const said = clause.slice(Math.max(0, begin))
  const texts = said.map(({ text }) => text)
  if (swaps.has(texts[0] ?? '')) {
    const at = texts.findIndex((text, index) => index > 0 && swapTargets.has(text))
    return at === -1 ? null : swap(said.slice(1, at), said.slice(at + 1))
  }
  if (growing.has(texts[0] ?? '')) return growthIn(said)
  return someIn(said) ?? insteadIn(said) ?? notButIn(said) ?? byRemovalIn(said)
}

const swap = (from: readonly Word[], to: readonly Word[], isByRemoval = false): Swap | null =>
  to.length === 0 ? null : { from, to, isByRemoval }

/** "tem como trocar". */
const wishing = new Set(['tem', 'como', 'consegue', 'conseguem', 'posso', 'podem', 'pra', 'jeito'])

/** "sobe pro combo 2", "passa a batata pra G"; "aumenta pra 15" is a number of the same. */
function growthIn(said: readonly Word[]): Swap | null {
  const at = said.findIndex(({ text }, index) => index > 0 && swapTargets.has(text))
  const to = said.slice(at + 1)
  const [what] = to.filter((word) => !isArticle(word))
  return at === -1 || !what || quantityIn(what) !== null ? null : swap(said.slice(1, at), to)
}

/** "um dos dois troca por linguiça", "o suco troca por laranja". */
function someIn(said: readonly Word[]): Swap | null {
  const at = said.findIndex(({ text }) => swaps.has(text) || growing.has(text))
  if (growing.has(said[at]?.text ?? '') && growthIn(said.slice(at)) === null) return null
  return at > 0 && namesSome(said, at) && swapTargets.has(said[at + 1]?.text ?? '')
    ? swap(said.slice(0, at), said.slice(at + 2))
    : null
}

/** "um dos dois", "uma delas", "uma", "o suco" before the verb. */
function namesSome([first, second]: readonly Word[], verb: number): boolean {
  if (!first) return false
  if (/^d[ao]s$/.test(second?.text ?? '') || isArticle(first)) return true
  return quantityIn(first) !== null && (verb === 1 || /^del[ae]s$/.test(second?.text ?? ''))
}

const instead = /(?:^| )(?:em vez|ao inves|no lugar) d[aeo]s? /

/** "em vez de 2 cocas quero 3", "faz a grande em vez da média". */
function insteadIn(said: readonly Word[]): Swap | null {
  const texts = said.map(({ text }) => text).join(' ')
  const found = instead.exec(texts)
  if (!found) return null
  const at = texts.slice(0, found.index).split(' ').filter(Boolean).length
  const rest = said.slice(at + 3)
  if (at > 0) return swap(rest, withoutVerbs(said.slice(0, at)))
  const verb = rest.findIndex(({ text }, index) => index > 0 && asking.has(text) && text !== 'de')
  return verb === -1 ? null : swap(rest.slice(0, verb), withoutVerbs(rest.slice(verb)))
}

/** "acho que vou querer o de 700", "põe o 2": what is wanted. */
function withoutVerbs(words: readonly Word[]): readonly Word[] {
  const begin = words.findIndex(
    ({ text }) => !asking.has(text) && !isArticle({ text }) && !/^(?:acho|q|que)$/.test(text),
  )
  return words.slice(Math.max(0, begin))
}

/** "é" or "são", also without the accent. */
export const isBeing = ({ text }: Word): boolean => /^(?:e|eh|era|sao|eram)$/.test(text)

/** "não é nhoque, é carbonara" without the comma. */
function notButIn([no, is, ...rest]: readonly Word[]): Swap | null {
  if (no?.text === 'nao' && is?.text === 'quero') return notWantedIn(rest)
  if (no?.text !== 'nao' || !is || !isBeing(is)) return null
  const at = rest.findIndex((word, index) => index > 0 && isBeing(word))
  return at === -1 ? null : swap(rest.slice(0, at), rest.slice(at + 1))
}

/** "não quero mais o x-tudo quero o x-bacon". */
function notWantedIn(said: readonly Word[]): Swap | null {
  const rest = said[0]?.text === 'mais' ? said.slice(1) : said
  const at = rest.findIndex(({ text }, index) => index > 0 && /^(?:quero|prefiro|manda)$/.test(text))
  return at === -1 ? null : swap(rest.slice(0, at), rest.slice(at + 1))
}

/** "tira a banana e põe morango". */
function byRemovalIn(said: readonly Word[]): Swap | null {
  const [first, ...rest] = said
  if (!first || !removals.has(first.text)) return null
  const at = rest.findIndex(({ text }, index) => text === 'e' && isVerb(rest[index + 1]))
  const to = rest.slice(at + 2)
  return at < 1 ? null : swap(rest.slice(0, at), to.slice(to.findIndex((word) => !isArticle(word))), true)
}

const isVerb = (word: Word | undefined): boolean =>
  word !== undefined && asking.has(word.text) && !/^(?:e|d[aeo]|mais)$/.test(word.text)
