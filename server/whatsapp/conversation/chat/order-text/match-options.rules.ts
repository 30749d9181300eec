import { asAsked, chosenCount, draftOption } from '../asked-groups.rules.ts'
import type { ChatGroup, ChatItem, DraftOption } from '../chat-state.ts'
import { likeness } from './spelling/same-word.rules.ts'
import { extras, halves, linking } from './vocabulary.rules.ts'
import { menuWords, type Word } from './words.rules.ts'

type Option = ChatGroup['options'][number]
interface Candidate {
  readonly group: ChatGroup
  readonly option: Option
  readonly words: readonly Word[]
}

export interface MatchedOptions {
  readonly options: readonly DraftOption[]
  /** Words that name no option. */
  readonly left: readonly Word[]
  /** A group that need not be chosen from, named without a choice: "com borda". */
  readonly wanted: string | null
}

/** The options of an item that the words name: "meia calabresa meia portuguesa", "com borda de catupiry". */
export function matchOptions(words: readonly Word[], item: ChatItem): MatchedOptions {
  const shares = item.groups.some(({ max }) => max > 1)
  const given = words.filter(({ text }) => !(shares && halves.has(text)))
  let chosen: readonly Candidate[] = []
  const left: Word[] = []
  const scopes = scopesOf(given, item)
  for (const { group, scope } of scopes) {
    const groups = group ? [group] : item.groups
    const found = inScope(scope, groups.flatMap(candidatesOf), chosen)
    chosen = found.chosen
    left.push(...found.left)
  }
  const options = withHolders(chosen, item).map(({ group, option }) => draftOption(group, option, 1))
  const over = item.groups.some((group) => chosenCount(options, group) > asAsked(group, options).max)
  if (over) return { options: [], left: words, wanted: null }
  const unsaid = chosen.length > 0 ? left.filter(({ text }) => !extras.has(text)) : left
  const unchosen = scopes.find(
    ({ group }) => group?.min === 0 && !options.some(({ groupName }) => groupName === group.name),
  )
  return { options, left: unsaid, wanted: unchosen?.group?.name ?? null }
}

/** "combo com batata grande" takes the option whose question "grande" answers. */
function withHolders(chosen: readonly Candidate[], item: ChatItem): readonly Candidate[] {
  const missing = item.groups
    .flatMap(candidatesOf)
    .filter(
      (candidate) =>
        chosen.some(({ group }) => group.askedWith === candidate.option.id) &&
        !chosen.some(({ option }) => option.id === candidate.option.id),
    )
  return missing.length === 0 ? chosen : withHolders([...missing, ...chosen], item)
}

const candidatesOf = (group: ChatGroup): readonly Candidate[] =>
  group.options.map((option) => ({ group, option, words: contentOf(menuWords(option)) }))

const contentOf = (words: readonly Word[]): readonly Word[] => words.filter(({ text }) => !linking.has(text))

interface Scope {
  /** Null: the options of all groups. */
  readonly group: ChatGroup | null
  readonly scope: readonly Word[]
}

/** The words behind a group's name speak of that group: "borda catupiry". */
function scopesOf(words: readonly Word[], item: ChatItem): readonly Scope[] {
  const scopes: { group: ChatGroup | null; scope: Word[] }[] = [{ group: null, scope: [] }]
  for (const word of words) {
    const named = item.groups.find(
      (group) =>
        likeness(word.text, menuWords(group)[0]?.text ?? '') === 'same' &&
        !group.options.some((option) =>
          menuWords(option).some(({ text }) => likeness(word.text, text) === 'same'),
        ),
    )
    if (named) scopes.push({ group: named, scope: [] })
    // "borda recheada de catupiry".
    else if (scopes.length > 1 && /^rechead[ao]s?$/.test(word.text)) continue
    else scopes.at(-1)?.scope.push(word)
  }
  return scopes
}

interface Found {
  readonly chosen: readonly Candidate[]
  readonly left: readonly Word[]
}

function inScope(scope: readonly Word[], all: readonly Candidate[], before: readonly Candidate[]): Found {
  let chosen = before
  let left = scope
  // "Frango com catupiry" before "Catupiry".
  for (const candidate of all.toSorted((a, b) => b.words.length - a.words.length)) {
    const used = candidate.words.map((own) => left.find(({ text }) => likeness(text, own.text) !== null))
    if (used.length === 0 || used.some((word) => word === undefined) || chosen.includes(candidate)) continue
    chosen = [...chosen, candidate]
    left = left.filter((word) => !used.includes(word))
  }
  return partly({ chosen, left }, all)
}

/** "bife" means "Bife acebolado" if no other option has that word. */
function partly({ chosen, left }: Found, all: readonly Candidate[]): Found {
  const [at, candidate] = onlyNamed(left, all) ?? []
  if (at === undefined || candidate === undefined) return { chosen, left }
  if (chosen.some(({ option }) => option.id === candidate.option.id)) return { chosen, left }
  const rest = left.filter((word) => !candidate.words.some(({ text }) => likeness(word.text, text) !== null))
  return partly({ chosen: [...chosen, candidate], left: rest }, all)
}

const onlyNamed = (words: readonly Word[], all: readonly Candidate[]): readonly [number, Candidate] | null =>
  namedAs('same', words, all) ?? namedAs('near', words, all)

/** A slip of the finger counts in long words. */
function namedAs(
  wanted: 'same' | 'near',
  words: readonly Word[],
  all: readonly Candidate[],
): readonly [number, Candidate] | null {
  for (const [at, word] of words.entries()) {
    if (wanted === 'near' && word.text.length < 6) continue
    if (linking.has(word.text)) continue
    const having = all.filter((one) => one.words.some(({ text }) => likeness(word.text, text) === wanted))
    const [only] = having
    // "com" before the second word: "bacon" is no "frango com bacon".
    if (only && having.length === 1 && likeness(word.text, only.words[0]?.text ?? '') === wanted)
      return [at, only]
  }
  return null
}
