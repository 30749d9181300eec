import type { ChatGroup, ChatItem, ChatMenu, DraftOption } from '../chat-state.ts'
import { itemsSharing } from './menu-index.rules.ts'
import { matchOptions } from './match-options.rules.ts'
import { likeness, wordKey } from './spelling/same-word.rules.ts'
import { splitNotes } from './split-notes.rules.ts'
import { brands, counting, implied, isSaid, linking, plainly } from './vocabulary.rules.ts'
import { menuWords, separator, wordsOf, type Word } from './words.rules.ts'

/** How far the words of one item can mean an item of the menu. */
export interface Meaning {
  readonly item: ChatItem
  readonly options: readonly DraftOption[]
  readonly notes: readonly string[]
  /** How many words of the name were written. */
  readonly named: number
  /** The whole name was written, but for what it has in brackets. */
  readonly isWhole: boolean
  /** Every word was written as on the menu. */
  readonly isExact: boolean
  /** Words that neither the name nor an option has. */
  readonly left: readonly Word[]
  /** A group that the customer wants to choose from. */
  readonly wanted: string | null
}

/** `near`: items with a word of the name, and words that no item explains. */
export type Match =
  | { readonly type: 'one'; readonly meaning: Meaning }
  | { readonly type: 'several' | 'near'; readonly meanings: readonly Meaning[] }
  | { readonly type: 'none' }

/** No item is ordered in more words. */
const maxWords = 20

/** Which item of the menu the words mean. They are without a quantity. */
export function matchItem(words: readonly Word[], menu: ChatMenu): Match {
  if (!words.some(isSaid)) return { type: 'none' }
  if (words.length > maxWords) return { type: 'none' }
  const all = itemsSharing(words, menu).map((item) => meaningOf(words, item, menu))
  const named = all.filter((one) => one.named > 0)
  const whole = best(named.filter(({ left }) => left.length === 0))
  if (whole.length > 0) return oneOf(whole)
  const byOption = all.filter(({ left, options }) => left.length === 0 && options.length > 0)
  if (byOption.length > 0) return oneOf(byOption)
  const near = named.length > 0 ? most(named, ({ named: count }) => count) : ofKind(words, menu)
  return near.length > 0 ? { type: 'near', meanings: near } : { type: 'none' }
}

const oneOf = (meanings: readonly Meaning[]): Match => {
  const [only] = meanings
  return only && meanings.length === 1 ? { type: 'one', meaning: only } : { type: 'several', meanings }
}

/** Exact words before slips, whole names before parts of one, and long names before short ones. */
function best(meanings: readonly Meaning[]): readonly Meaning[] {
  const exact = preferred(meanings, ({ isExact }) => isExact)
  const whole = preferred(exact, ({ isWhole }) => isWhole)
  const longest = most(whole, ({ named }) => named)
  return most(longest, ({ notes }) => -notes.length)
}

const preferred = (all: readonly Meaning[], fits: (one: Meaning) => boolean): readonly Meaning[] => {
  const some = all.filter(fits)
  return some.length > 0 ? some : all
}

const most = (all: readonly Meaning[], count: (one: Meaning) => number): readonly Meaning[] => {
  const max = Math.max(...all.map(count))
  return all.filter((one) => count(one) === max)
}

/** "2 cervejas": the items of its brands; "um lanche": the items of the category. */
function ofKind(words: readonly Word[], menu: ChatMenu): readonly Meaning[] {
  const names = words.flatMap(({ text }) => [...(brands.get(wordKey(text)) ?? [])])
  // "uma coca", where the menu has "Refrigerante lata" only.
  const kinds = [...brands].flatMap(([kind, its]) => (words.some(({ text }) => its.has(text)) ? [kind] : []))
  const branded = menu.items.filter((item) =>
    menuWords(item).some(({ text }) => names.includes(text) || kinds.includes(wordKey(text))),
  )
  return branded.length > 0 ? branded.map((item) => meaningOf(words, item, menu)) : inCategory(words, menu)
}

/** "um lanche": the items of the category. */
function inCategory(words: readonly Word[], menu: ChatMenu): readonly Meaning[] {
  const ids = menu.categories
    .filter((category) =>
      menuWords(category).some(({ text }) => words.some((word) => isSame(word.text, text))),
    )
    .map(({ id }) => id)
  return menu.items
    .filter(({ categoryId }) => categoryId !== null && ids.includes(categoryId))
    .map((item) => meaningOf(words, item, menu))
}

const isSame = (written: string, menu: string): boolean => wordKey(written) === wordKey(menu)

function categoryOf({ categoryId }: ChatItem, { categories }: ChatMenu): readonly Word[] {
  const category = categories.find(({ id }) => id === categoryId)
  return category ? menuWords(category) : []
}

/** The whole name, written as on the menu. */
export const isSure = ({ isWhole, isExact, named }: Meaning): boolean => isWhole && isExact && named > 0

const phrases = new WeakMap<ChatItem, readonly (readonly Word[])[]>()

/** The names of an item's options, in which "mal passado" is no wish, alone and behind their group's: "borda catupiry". */
export function optionNames({ item }: Pick<Meaning, 'item'>): readonly (readonly Word[])[] {
  const names = phrases.get(item) ?? item.groups.flatMap(phrasesOf)
  phrases.set(item, names)
  return names
}

const phrasesOf = (group: ChatGroup): readonly (readonly Word[])[] =>
  group.options.flatMap((option) => {
    const words = menuWords(option)
    const named = asChoice([...menuWords(group).slice(0, 1), ...words.slice(0, 1)])
    return [group.min > 0 && words.length > 1 ? asChoice(words) : words, named]
  })

const asChoice = ([first, ...more]: readonly Word[]): readonly Word[] =>
  first ? [{ ...first, isChoice: true }, ...more] : []

function meaningOf(words: readonly Word[], item: ChatItem, menu: ChatMenu): Meaning {
  const category = categoryOf(item, menu)
  const name = nameOf(item)
  const { body, notes } = splitNotes(words, [menuWords(item), ...optionNames({ item })])
  const { found, rest, isExact } = matchName(body, name)
  const { options, left, wanted } = matchOptions(rest, item)
  const explained = (word: Word) => isWholly(word, body) || isKnown(word)
  const isKnown = ({ text }: Word) =>
    linking.has(text) ||
    counting.has(text) ||
    plainly.has(text) ||
    (sizes.has(wordKey(text)) && found.some((part) => /\d/.test(part.text))) ||
    name.some((own) => implied.get(own.text) === text) ||
    category.some((own) => isSame(text, own.text))
  const contradicted = body.length < words.length && contradicts(words, name)
  return {
    ...{ item, options, wanted, notes: notes.filter((note) => !isNoChoice(note, item)) },
    named: found.some(({ isIdentity }) => isIdentity) ? found.length : 0,
    isWhole: name.every((part) => !part.isCore || found.includes(part)),
    isExact,
    left: contradicted ? words : left.filter((word) => !explained(word)),
  }
}

/** "grande toda calabresa", "de 700 tudo com granola": all of it, and not "com tudo". */
const isWholly = (word: Word, body: readonly Word[]): boolean =>
  /^(?:tod[ao]s?|tudo|inteir[ao]s?)$/.test(word.text) && body.indexOf(word) > 0 && body.at(-1) !== word

/** "sem complemento": none of a group is the item as it is. */
export const isNoChoice = (note: string, { groups }: ChatItem): boolean => {
  const [without, ...words] = wordsOf(note)
  return (
    without?.text === 'sem' &&
    words.length === 1 &&
    groups.some((group) => words.every(({ text }) => isSame(text, menuWords(group)[0]?.text ?? '')))
  )
}

/** "açaí grande de 700": the measure says how large. */
const sizes = new Set(['p', 'm', 'g'])

interface NamePart {
  readonly text: string
  /** Not in brackets. */
  readonly isCore: boolean
  /** Not behind "com" or "e": "bacon" is no "batata com bacon". */
  readonly isIdentity: boolean
}

const names = new WeakMap<ChatItem, readonly NamePart[]>()

function nameOf(item: ChatItem): readonly NamePart[] {
  const parts = names.get(item) ?? nameParts(item.name)
  names.set(item, parts)
  return parts
}

function nameParts(name: string): readonly NamePart[] {
  const [core = '', bracket = ''] = name.split(/[([]/, 2)
  const parts = (text: string, isCore: boolean): readonly NamePart[] => {
    const words = wordsOf(text).filter((word) => word.text !== separator)
    const side = words.findIndex(({ text: word }) => word === 'com' || word === 'e')
    return words.flatMap(({ text: word }, at) =>
      linking.has(word) ? [] : [{ text: word, isCore, isIdentity: isCore && (side === -1 || at < side) }],
    )
  }
  return [...parts(core, true), ...parts(bracket, false)]
}

/** The words of the name, each used once: those written as on the menu first. */
function matchName(
  body: readonly Word[],
  name: readonly NamePart[],
): { readonly found: readonly NamePart[]; readonly rest: readonly Word[]; readonly isExact: boolean } {
  const found: NamePart[] = []
  let rest = body
  let isExact = true
  for (const wanted of ['same', 'near'] as const)
    for (const word of rest) {
      const part = name.find((one) => !found.includes(one) && likeness(word.text, one.text) === wanted)
      if (!part) continue
      found.push(part)
      rest = rest.filter((one) => one !== word)
      if (wanted === 'near') isExact = false
    }
  return { found, rest, isExact }
}

/** "Água com gás" is none "sem gás". */
const contradicts = (words: readonly Word[], name: readonly NamePart[]): boolean => {
  const without = words.findIndex(({ text }) => text === 'sem')
  return (
    without !== -1 &&
    name.some(
      ({ text, isIdentity, isCore }) =>
        isCore && !isIdentity && words.slice(without).some((word) => isSame(word.text, text)),
    )
  )
}
