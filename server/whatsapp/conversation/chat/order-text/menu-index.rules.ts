import type { ChatItem, ChatMenu } from '../chat-state.ts'
import { likeness } from './spelling/same-word.rules.ts'
import { linking } from './vocabulary.rules.ts'
import { menuWords, type Word } from './words.rules.ts'

interface Index {
  /** The items that have a word in their name, or in the name of an option. */
  readonly having: ReadonlyMap<string, ReadonlySet<ChatItem>>
  /** The items that a written word can mean; found once. */
  readonly meant: Map<string, readonly ChatItem[]>
}

const indexes = new WeakMap<ChatMenu, Index>()

/** The items of the menu that share a word with these, in the menu's order. */
export function itemsSharing(words: readonly Word[], menu: ChatMenu): readonly ChatItem[] {
  const index = indexes.get(menu) ?? indexOf(menu)
  indexes.set(menu, index)
  const found = new Set(words.flatMap(({ text }) => (linking.has(text) ? [] : meantBy(text, index))))
  return menu.items.filter((item) => found.has(item))
}

function meantBy(text: string, { having, meant }: Index): readonly ChatItem[] {
  const known = meant.get(text)
  if (known) return known
  const items = [...having].flatMap(([own, its]) => (likeness(text, own) === null ? [] : [...its]))
  meant.set(text, items)
  return items
}

function indexOf({ items }: ChatMenu): Index {
  const having = new Map<string, Set<ChatItem>>()
  for (const item of items) {
    const named = [item, ...item.groups.flatMap(({ options }) => options)]
    for (const { text } of named.flatMap(menuWords)) {
      const its = having.get(text) ?? new Set()
      having.set(text, its.add(item))
    }
  }
  return { having, meant: new Map() }
}
