import { leftOut, leftOutIn, withGroup } from '../../../contract/orders/option-lines.ts'
import type { Order, OrderItem } from '../../../contract/orders/orders.ts'
import { count } from '../../words/format.ts'
import { keptUnits } from '../../words/kept-units.ts'
import { isAllergy } from '../orders.rules.ts'

/** What a cook reads of an order, line by line: never clipped, only divided where a column ends. */
export type WallLine =
  | { readonly kind: 'name'; readonly quantity: string; readonly text: string }
  /** A flavour of several: `½ Calabresa`. */
  | { readonly kind: 'part'; readonly share: string; readonly text: string }
  | { readonly kind: 'option'; readonly text: string }
  /** What must not be in it: `SEM cebola`. */
  | { readonly kind: 'without'; readonly text: string }
  | { readonly kind: 'note'; readonly text: string; readonly begins: boolean }
  | { readonly kind: 'allergy'; readonly text: string; readonly begins: boolean }

export interface WallDish {
  /** Place in the order, from 0. */
  readonly index: number
  readonly name: string
  /** In the store's own menu; null: none. */
  readonly code: string | null
  readonly quantity: number
  /** The first is its name. */
  readonly lines: readonly WallLine[]
}

export const wallDishes = (order: Order): readonly WallDish[] =>
  order.items.map((item, index) => ({
    index,
    name: item.name,
    code: item.externalCode,
    quantity: item.quantity,
    lines: [
      { kind: 'name', quantity: `${count(item.quantity)}×`, text: keptUnits(item.name) },
      ...item.options.flatMap((option) => [
        optionLine(item, option),
        ...(option.options ?? []).map(suboptionLine),
      ]),
      ...noteLines(item.notes),
    ],
  }))

/** Of the whole order, what each part of its ticket repeats. */
export const orderAllergies = (order: Order): readonly string[] => orderNotes(order).filter(isAllergy)

/** Of the whole order, once: its notes, and what was sent and not understood. */
export const orderNoteLines = (order: Order): readonly WallLine[] => [
  ...orderNotes(order)
    .filter((note) => !isAllergy(note))
    .flatMap(noteLines),
  ...(order.notUnderstood ?? []).flatMap((words) => noteLines(`Não entendido: ${words}`)),
]

const orderNotes = (order: Order): readonly string[] => [
  ...new Set(
    [order.notes, order.storeNote].flatMap((note) => (note && note.trim() !== '' ? [note.trim()] : [])),
  ),
]

type OrderOption = OrderItem['options'][number]

function suboptionLine(asked: NonNullable<OrderOption['options']>[number]): WallLine {
  const without = leftOut(asked)
  if (without !== null) return { kind: 'without', text: without }
  return { kind: 'option', text: withGroup(asked) }
}

function optionLine(item: OrderItem, option: OrderOption): WallLine {
  const without = leftOut(option)
  if (without !== null) return { kind: 'without', text: without }
  const share = shareOf(item, option)
  if (share !== null) return { kind: 'part', share, text: option.name }
  const times = option.quantity === 1 ? '' : `${count(option.quantity)}× `
  return { kind: 'option', text: `${times}${option.name}` }
}

const shares: Readonly<Record<number, string>> = { 2: '½', 3: '⅓', 4: '¼' }

/** Flavours of one dish are its parts when there are two to four of them, each once. */
function shareOf(item: OrderItem, { groupName, quantity }: OrderOption): string | null {
  if (groupName === null || quantity !== 1 || !/sabor|metade/i.test(groupName)) return null
  const flavours = item.options.filter((option) => option.groupName === groupName)
  return flavours.every((option) => option.quantity === 1) ? (shares[flavours.length] ?? null) : null
}

function noteLines(note: string | null): readonly WallLine[] {
  const text = note?.trim() ?? ''
  if (text === '') return []
  if (isAllergy(text))
    return piecesOf(text).map((part, index) => ({ kind: 'allergy', text: part, begins: index === 0 }))
  const without = leftOutIn(text)
  if (without !== null) return [{ kind: 'without', text: without }]
  return piecesOf(text).map((part, index) => ({ kind: 'note', text: part, begins: index === 0 }))
}

/** About five lines of a column: a longer text may be continued in the next one. */
const maxPiece = 100

/** Together they are the text; none ends inside a word that has room in one piece. */
export function piecesOf(text: string): readonly string[] {
  if (text.length <= maxPiece) return [text]
  const pieces: string[] = []
  let piece = ''
  for (const word of text.split(/(?<=\s)/)) {
    if (piece.length + word.length > maxPiece && piece !== '') {
      pieces.push(piece)
      piece = ''
    }
    const signs = word.length > maxPiece ? signsOf(word) : [word]
    while (signs.length > maxPiece) pieces.push(signs.splice(0, maxPiece).join(''))
    piece += signs.join('')
  }
  if (piece !== '') pieces.push(piece)
  return pieces
}

const signsOf = (text: string): string[] =>
  Array.from(new Intl.Segmenter('pt-BR').segment(text), ({ segment }) => segment)
