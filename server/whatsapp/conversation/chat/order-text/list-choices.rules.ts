import type { ChatGroup, ChatItem, ChatMenu } from '../chat-state.ts'
import { matchItem } from './match-item.rules.ts'
import { matchOptions } from './match-options.rules.ts'
import { piecesOf, type Piece } from './pieces.rules.ts'
import { isSaid } from './vocabulary.rules.ts'
import type { Word } from './words.rules.ts'

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
  if (!first || count < 2 || count > maxListed || first.isTrailing) return null
  const of = itemOf(first, menu)
  if (!of) return null
  const choices: Clause[] = of.isChosen ? [of.choice] : []
  let length = 1
  let pieces: readonly Piece[] = others
  while (choices.length < count) {
    if (!pieces.every((piece) => isChoice(piece, of))) return null
    choices.push(...pieces.map(({ words }) => words))
    if (choices.length >= count || at + length >= clauses.length) break
    pieces = piecesOf(clauses[at + length] ?? [], menu)
    length += 1
  }
  if (choices.length !== count || choices.length === (of.isChosen ? 1 : 0)) return null
  return { each: choices.map((choice) => [one, ...of.name, ...choice]), length }
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
