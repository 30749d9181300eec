import type { Transaction } from 'kysely'
import type { ChangedItem } from '../../../contract/orders/change-items.ts'
import { eachCents } from '../../../contract/orders/option-lines.ts'
import type { ErrorDetail } from '../../../contract/shared/errors.ts'
import type { Cell } from '../../db/tables.ts'
import { AppError } from '../../errors/app-error.ts'
import { itemsFromMenu } from '../../menu/menu.ts'
import type { OrderKey } from '../moves/lock-order.ts'
import type { IncomingItem, ItemDetail } from '../taking/order-batch.ts'
import { placedRow } from '../taking/placed-row.ts'
import { withFacts } from '../taking/with-facts.ts'
import type { PlannedItem } from './item-changes.rules.ts'

/** The items of an order as they were sold, in their sequence. */
export async function soldItems(tx: Transaction<Cell>, order: OrderKey): Promise<readonly IncomingItem[]> {
  const rows = await tx
    .selectFrom('order_items')
    .select(['line', 'product_key', 'name', 'quantity_milli', 'unit_price_cents', 'total_cents', 'detail'])
    .where('store_id', '=', order.store_id)
    .where('order_id', '=', order.id)
    .orderBy('line')
    .execute()
  return rows.map((row) => ({ ...row, detail: row.detail as unknown as ItemDetail | null }))
}

/**
 * The items that an order is to have: kept ones as they were sold, new ones at the menu's prices. Throws where a place
 * is unknown or used twice, or the menu says no.
 */
export async function plannedItems(
  tx: Transaction<Cell>,
  order: OrderKey,
  {
    sold,
    wanted,
    now,
  }: { readonly sold: readonly IncomingItem[]; readonly wanted: readonly ChangedItem[]; readonly now: Date },
): Promise<readonly PlannedItem[]> {
  const befores = beforesOf(sold, wanted)
  const checked = await fromMenu(tx, order.store_id, { wanted, befores, now })
  const rows = wanted.map((item, index): IncomingItem => {
    const before = befores[index] ?? null
    if (item.kind === 'kept' && before) return { ...keptRow(item, before), line: index + 1 }
    const added = checked.get(index)
    if (!added) throw new Error('An added item has not been checked.')
    return placedRow({ ...added, totalCents: totalCents(added) }, index)
  })
  const { items: known } = await withFacts(tx, order.store_id, rows)
  return rows.map((row, index) => ({
    // A kept item keeps what the menu said of it when it was sold.
    row: wanted[index]?.kind === 'kept' ? row : (known[index] ?? row),
    before: befores[index] ?? null,
  }))
}

/** The item of the order that each wanted one is, or is instead of. */
function beforesOf(
  sold: readonly IncomingItem[],
  wanted: readonly ChangedItem[],
): readonly (IncomingItem | null)[] {
  const used = new Set<number>()
  return wanted.map((item, index) => {
    const place = item.kind === 'kept' ? item.place : (item.replaces ?? null)
    if (place === null) return null
    const before = sold[place]
    const field = item.kind === 'kept' ? 'place' : 'replaces'
    if (!before) throw refusedItem(`items.${index}.${field}`, 'Este item não está no pedido.')
    if (used.has(place)) throw refusedItem(`items.${index}.${field}`, 'Este item do pedido veio duas vezes.')
    used.add(place)
    return before
  })
}

type AddedItem = Extract<ChangedItem, { kind: 'added' }>

interface ToCheck {
  readonly wanted: readonly ChangedItem[]
  readonly befores: readonly (IncomingItem | null)[]
  readonly now: Date
}

/** Checks new items, and more of those already there, against the menu. By place in the wanted list. */
async function fromMenu(
  tx: Transaction<Cell>,
  storeId: string,
  { wanted, befores, now }: ToCheck,
): Promise<ReadonlyMap<number, Omit<AddedItem, 'kind' | 'replaces'>>> {
  const asked = wanted.flatMap((item, index) => {
    if (item.kind === 'added') {
      const { kind: _kind, replaces: _replaces, ...requested } = item
      return [{ index, requested }]
    }
    const before = befores[index]
    if (!before || Math.round(item.quantity * 1_000) <= before.quantity_milli) return []
    return [{ index, requested: moreOf(item, before) }]
  })
  const { items, problems } = await itemsFromMenu(
    tx,
    storeId,
    asked.map(({ requested }) => requested),
    now,
  )
  if (problems.length > 0)
    throw changedMenu(
      problems.map((problem) =>
        inWanted(
          problem,
          asked.map(({ index }) => index),
        ),
      ),
    )
  return new Map(asked.flatMap(({ index }, at) => (items[at] ? [[index, items[at]] as const] : [])))
}

const moreOf = (item: { readonly quantity: number }, before: IncomingItem) => ({
  externalCode: before.detail?.externalCode ?? null,
  name: before.name,
  quantity: item.quantity,
  unitPriceCents: before.unit_price_cents,
  notes: null,
  options: [],
})

function inWanted(problem: ErrorDetail, places: readonly number[]): ErrorDetail {
  const at = Number(problem.path.split('.')[1])
  return { ...problem, path: `items.${places[at] ?? at}` }
}

function changedMenu(details: readonly ErrorDetail[]): AppError {
  const message = `O cardápio mudou: ${details.map((detail) => detail.message).join(' ')}`
  return new AppError('order/menu-changed', { message, details: [...details] })
}

function keptRow(item: Extract<ChangedItem, { kind: 'kept' }>, before: IncomingItem): IncomingItem {
  const quantityMilli = Math.round(item.quantity * 1_000)
  const isSameCount = quantityMilli === before.quantity_milli
  return {
    ...before,
    quantity_milli: quantityMilli,
    // What was sold keeps its total, also one that another system rounded.
    total_cents: isSameCount
      ? before.total_cents
      : Math.round((quantityMilli * soldEachCents(before)) / 1_000),
    detail:
      item.notes === undefined ? before.detail : { ...emptyDetail, ...before.detail, notes: item.notes },
  }
}

const soldEachCents = ({ unit_price_cents: unitPriceCents, detail }: IncomingItem): number =>
  eachCents({ unitPriceCents, options: detail?.options ?? [] })

const emptyDetail: ItemDetail = { externalCode: null, notes: null, options: [] }

const totalCents = (item: Pick<AddedItem, 'quantity' | 'unitPriceCents' | 'options'>): number =>
  Math.round(item.quantity * eachCents(item))

const refusedItem = (path: string, message: string): AppError =>
  new AppError('validation/refused', { details: [{ path, message }] })
