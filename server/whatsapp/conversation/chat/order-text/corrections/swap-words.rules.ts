import { asking, isArticle, removals, swapTargets, swaps } from '../vocabulary.rules.ts'
import type { Word } from '../words.rules.ts'

interface Swap {
  readonly from: readonly Word[]
  readonly to: readonly Word[]
  /** "tira a banana e põe morango": it may as well be two changes. */
  readonly isByRemoval: boolean
}

/** What goes and what takes its place, in the words of a clause. Null: the clause swaps nothing. */
export function swapIn(clause: readonly Word[]): Swap | null {
  const begin = clause.findIndex(
    ({ text }) => swaps.has(text) || /^(?:em|ao|no)$/.test(text) || !asking.has(text),
  )
  const said = clause.slice(Math.max(0, begin))
  const texts = said.map(({ text }) => text)
  if (swaps.has(texts[0] ?? '')) {
    const at = texts.findIndex((text, index) => index > 0 && swapTargets.has(text))
    return at === -1 ? null : swap(said.slice(1, at), said.slice(at + 1))
  }
  return someIn(said) ?? insteadIn(said) ?? notButIn(said) ?? byRemovalIn(said)
}

const swap = (from: readonly Word[], to: readonly Word[], isByRemoval = false): Swap | null =>
  to.length === 0 ? null : { from, to, isByRemoval }

/** "um dos dois troca por linguiça". */
function someIn(said: readonly Word[]): Swap | null {
  const at = said.findIndex(({ text }) => swaps.has(text))
  const isSome = /^d[ao]s$/.test(said[1]?.text ?? '') && swapTargets.has(said[at + 1]?.text ?? '')
  return at > 0 && isSome ? swap(said.slice(0, at), said.slice(at + 2)) : null
}

const instead = /(?:^| )(?:em vez|ao inves|no lugar) d[aeo]s? /

/** "em vez de 2 cocas quero 3", "faz a grande em vez da média". */
function insteadIn(said: readonly Word[]): Swap | null {
  const texts = said.map(({ text }) => text).join(' ')
  const found = instead.exec(texts)
  if (!found) return null
  const at = texts.slice(0, found.index).split(' ').filter(Boolean).length
  const rest = said.slice(at + 3)
  if (at > 0) return swap(rest, said.slice(0, at))
  const verb = rest.findIndex(({ text }, index) => index > 0 && asking.has(text) && text !== 'de')
  return verb === -1 ? null : swap(rest.slice(0, verb), rest.slice(verb))
}

/** "é" or "são", also without the accent. */
export const isBeing = ({ text }: Word): boolean => /^(?:e|eh|era|sao|eram)$/.test(text)

/** "não é nhoque, é carbonara" without the comma. */
function notButIn([no, is, ...rest]: readonly Word[]): Swap | null {
  if (no?.text !== 'nao' || !is || !isBeing(is)) return null
  const at = rest.findIndex((word, index) => index > 0 && isBeing(word))
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
