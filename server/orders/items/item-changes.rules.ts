import { optionLines } from '../../../contract/orders/option-lines.ts'
import type { ItemChange } from '../../../contract/orders/orders.ts'
import type { IncomingItem } from '../taking/order-batch.ts'

/** Where each item of the changed order comes from. */
export interface PlannedItem {
  readonly row: IncomingItem
  /** The item as it was, or the one that it is instead of; null: it is new. */
  readonly before: IncomingItem | null
}

/** What changed between the items as they were and as they are, in words for the kitchen; empty: nothing. */
export function itemChanges(
  before: readonly IncomingItem[],
  planned: readonly PlannedItem[],
): readonly ItemChange[] {
  const stay = new Set(planned.map((item) => item.before))
  return [
    ...before.filter((row) => !stay.has(row)).map((row): ItemChange => out(row)),
    ...planned.flatMap(changesOf),
  ]
}

/** Whether the kitchen has something to make that it had not before. */
export const addsWork = (planned: readonly PlannedItem[]): boolean =>
  planned.some(
    ({ row, before }) =>
      before === null || row.quantity_milli > before.quantity_milli || !isSameDish(row, before),
  )

function changesOf({ row, before }: PlannedItem): readonly ItemChange[] {
  if (before === null) return [into(row)]
  if (row.product_key !== before.product_key) return [out(before), into(row)]
  const isSameCount = row.quantity_milli === before.quantity_milli
  if (!isSameDish(row, before)) {
    const was = [isSameCount ? null : countText(before), optionsText(before)].filter((part) => part !== null)
    return [{ kind: 'other', text: `${wholeText(row)}, era ${was.join(' ')}` }]
  }
  if (isSameCount) return []
  return [{ kind: 'other', text: `${row.name}: ${countText(before)} → ${countText(row)}` }]
}

const out = (row: IncomingItem): ItemChange => ({ kind: 'out', text: wholeText(row) })
const into = (row: IncomingItem): ItemChange => ({ kind: 'in', text: wholeText(row) })

/** Made in the same way: with the same options and notes. */
const isSameDish = (one: IncomingItem, other: IncomingItem): boolean =>
  one.product_key === other.product_key && wholeOptionsText(one) === wholeOptionsText(other)

/** `2× Lasanha (Parmesão extra; sem cebola)`. */
function wholeText(row: IncomingItem): string {
  const asked = optionsText(row)
  return `${countText(row)} ${row.name}${asked === plain ? '' : ` (${asked})`}`
}

const plain = 'sem opções'
/** A longer text is read on the ticket itself, which has every word. */
const maxOptionsText = 300

function optionsText(row: IncomingItem): string {
  const text = wholeOptionsText(row)
  return text.length > maxOptionsText ? `${text.slice(0, maxOptionsText)}…` : text
}

/** `Parmesão extra, 2× Bacon, Sem Tomate; bem passado`. */
function wholeOptionsText({ detail }: IncomingItem): string {
  const lines = optionLines({ options: detail?.options ?? [] })
  const names = lines.map(({ name, quantity }) => (quantity === 1 ? name : `${counted(quantity)} ${name}`))
  const parts = [names.join(', '), detail?.notes?.trim() ?? ''].filter((part) => part !== '')
  return parts.length === 0 ? plain : parts.join('; ')
}

const countText = (row: IncomingItem): string => counted(row.quantity_milli / 1_000)
const counted = (quantity: number): string => `${quantity.toLocaleString('pt-BR')}×`

/** `saiu 1× Lasanha; entrou 1× Tiramisù; Água: 2× → 1×`. */
export const changesText = (changes: readonly ItemChange[]): string =>
  changes.map(({ kind, text }) => `${verbs[kind]}${text}`).join('; ')

/** The same for paper, a line each. */
export const changesOnPaper = (changes: readonly ItemChange[]): string =>
  changes.map(({ kind, text }) => `${verbs[kind].toUpperCase()}${text}`).join('\n')

const verbs = { out: 'saiu ', in: 'entrou ', other: '' } as const satisfies Record<ItemChange['kind'], string>
