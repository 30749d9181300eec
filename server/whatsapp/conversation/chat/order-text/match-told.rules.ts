import type { ChatItem, ChatMenu } from '../chat-state.ts'
import { matchItem, type Match } from './match-item.rules.ts'
import type { Piece } from './pieces.rules.ts'
import { wordKey } from './spelling/same-word.rules.ts'
import { isSaid } from './vocabulary.rules.ts'
import { menuWords, type Word } from './words.rules.ts'

/** "x-salada de 20 reais": the only item of that name and price. Null: no price was said, or none has it. */
export function atPrice(words: readonly Word[], menu: ChatMenu): Match | null {
  const at = words.findIndex(
    ({ text }, index) => text === 'de' && /^\d{1,3}$/.test(words[index + 1]?.text ?? ''),
  )
  const reais = Number(words[at + 1]?.text)
  if (at < 1) return null
  const end = money.test(words[at + 2]?.text ?? '') ? at + 3 : at + 2
  const items = menu.items.filter(({ priceCents }) => priceCents === reais * 100)
  const match = matchItem([...words.slice(0, at), ...words.slice(end)], { ...menu, items })
  return match.type === 'one' ? match : null
}

const money = /^(?:reais|real|contos?|pila|pilas)$/

/** "chopp grande" of 300 ml and 500 ml: the larger of two. Null: there are more, or they differ by more than the measure. */
export function atSize(words: readonly Word[], menu: ChatMenu): Match | null {
  const size = words.find(({ text }) => /^[pg]$/.test(wordKey(text)))
  const rest = words.filter((word) => word !== size && isSaid(word))
  const match = size && rest.length > 0 ? matchItem(rest, menu) : null
  if (!size || match?.type !== 'several' || match.meanings.length !== 2) return null
  const [small, large, ...others] = match.meanings.toSorted(
    (a, b) => (measureOf(a.item)?.ml ?? 0) - (measureOf(b.item)?.ml ?? 0),
  )
  const [less, more] = [small, large].map((one) => one && measureOf(one.item))
  if (!small || !large || others.length > 0 || !less || !more) return null
  if (less.name !== more.name || less.ml === more.ml) return null
  return { type: 'one', meaning: wordKey(size.text) === 'g' ? large : small }
}

interface Measure {
  /** The name without it. */
  readonly name: string
  readonly ml: number
}

/** How much of "Chopp 300 ml" there is. Null: the name does not say. */
function measureOf(item: ChatItem): Measure | null {
  const words = menuWords(item)
  const [, amount, unit] = words.map(({ text }) => /^(\d+(?:\.\d)?)(ml|l)$/.exec(text)).find(Boolean) ?? []
  if (amount === undefined) return null
  const name = words.filter(({ text }) => !/^\d+(?:\.\d)?(?:ml|l)$/.test(text))
  return { name: name.map(({ text }) => text).join(' '), ml: Number(amount) * (unit === 'l' ? 1_000 : 1) }
}

/** "6 reais de pão francês" are five of R$ 1,20. A sum that is no whole number of one item stays as it was written. */
export function worth(piece: Piece, menu: ChatMenu): Piece {
  const { quantity, words } = piece
  const [unit, of, ...name] = words
  if (quantity === null || !money.test(unit?.text ?? '') || of?.text !== 'de') return piece
  const match = matchItem(name, menu)
  const priceCents = match.type === 'one' ? match.meaning.item.priceCents : 0
  const count = priceCents > 0 ? (quantity * 100) / priceCents : 0
  return Number.isInteger(count) && count > 0 && count <= 99
    ? { ...piece, quantity: count, words: name }
    : piece
}
