import type { ChatGroup, ChatItem, ChatMenu } from '../../chat-state.ts'
import { matchItem } from '../match-item.rules.ts'
import { matchOptions } from '../match-options.rules.ts'
import { piecesOf, type Piece } from '../pieces.rules.ts'
import { isSaid } from '../vocabulary.rules.ts'
import type { Word } from '../words.rules.ts'

type Clause = readonly Word[]

/**
 * "3 milkshakes: chocolate, morango e ovomaltine": as many choices as items, where one item takes one, are one of each.
 */
export function withListedChoices(clauses: readonly Clause[], menu: ChatMenu): readonly Clause[] {
  const all: Clause[] = []
  let at = 0
  while (at < clauses.length) {
    const list = listAt(clauses, at, menu)
    all.push(...(list?.each ?? clauses.slice(at, at + 1)))
    at += list?.length ?? 1
  }
  return all
}

interface List {
  /** One clause for each item. */
  readonly each: readonly Clause[]
  /** How many clauses it took. */
  readonly length: number
}

function listAt(clauses: readonly Clause[], at: number, menu: ChatMenu): List | null {
  const [first, ...others] = piecesOf(clauses[at] ?? [], menu)
  const count = first?.quantity ?? 1
  const of = first && count > 1 && count <= maxListed && !first.isTrailing ? itemOf(first, menu) : null
  if (!of) return null
  const begun = of.isChosen ? [of.choice] : []
  const list = listed({ begun, pieces: others, rest: clauses.slice(at + 1) }, { of, count, menu })
  if (!list || list.choices.length !== count || list.choices.length === begun.length) return null
  return { each: list.choices.map((choice) => [one, ...of.name, ...choice]), length: list.length }
}

interface Begun {
  readonly begun: readonly Clause[]
  readonly pieces: readonly Piece[]
  readonly rest: readonly Clause[]
}

/** The choices of a clause and of those after it, until there are enough. Null: something else is among them. */
function listed(
  { begun, pieces, rest }: Begun,
  wanted: { readonly of: Listed; readonly count: number; readonly menu: ChatMenu },
): { readonly choices: readonly Clause[]; readonly length: number } | null {
  const { of, count, menu } = wanted
  if (!pieces.every((piece) => isChoice(piece, of))) return null
  const choices = [...begun, ...pieces.map(({ words }) => words)]
  const [next, ...others] = rest
  if (choices.length >= count || !next) return { choices, length: 1 }
  const more = listed({ begun: choices, pieces: piecesOf(next, menu), rest: others }, wanted)
  return more && { ...more, length: more.length + 1 }
}

const maxListed = 9
const one: Word = { text: '1', raw: '1' }

interface Listed {
  readonly item: ChatItem
  readonly group: ChatGroup
  /** The words of the item, without the choice behind it. */
  readonly name: Clause
  readonly choice: Clause
  readonly isChosen: boolean
}

/** Null: it is no item with one group in which one thing is chosen. */
function itemOf({ words }: Piece, menu: ChatMenu): Listed | null {
  const match = matchItem(words, menu)
  if (match.type !== 'one' || match.meaning.notes.length > 0) return null
  const { item, options } = match.meaning
  const [group, ...groups] = item.groups.filter(({ min, max }) => min === 1 && max === 1)
  if (!group || groups.length > 0 || options.length > 1) return null
  const isChosen = options.length === 1
  if (isChosen && options[0]?.groupName !== group.name) return null
  const begin = words.findIndex(
    (_, at) => at > 0 && isChoice({ words: words.slice(at), quantity: null }, { item, group }),
  )
  if (isChosen && begin === -1) return null
  const end = isChosen ? begin : words.length
  return { item, group, name: words.slice(0, end), choice: words.slice(end), isChosen }
}

/** Words that name one choice of the group, and nothing else. */
function isChoice(
  { words, quantity }: Pick<Piece, 'words' | 'quantity'>,
  { item, group }: Pick<Listed, 'item' | 'group'>,
): boolean {
  const { options, left } = matchOptions(words, item)
  return (
    quantity === null && options.length === 1 && options[0]?.groupName === group.name && !left.some(isSaid)
  )
}
