import type { Transaction } from 'kysely'
import type { Order } from '../../../contract/orders/orders.ts'
import type { Cell } from '../../db/tables.ts'
import type { GrantedStore } from '../../calls/call.ts'
import { maskedFor } from '../../../contract/orders/masking.ts'
import { ordersOf, type OrderMark } from './orders.reads.ts'

/**
 * Cache of open orders, serialised as the board's JSON, by version. Every device of a store requests the
 * same few hundred orders repeatedly, and reading, validating and serialising them took most of the call
 * (docs/adr/0007-board-texts.md). Every change of an order increments its version, so a text with the
 * database's current version is valid. The oldest entries are evicted first.
 */
const kept = new Map<string, { readonly storeId: string; readonly version: number; readonly text: Buffer }>()
/** About 1.7 kB each. */
const maxKept = 20_000

/**
 * Texts of the given orders, in the same order. Callers pass only marks that row-level security let them
 * read.
 */
export async function textsOf(
  tx: Transaction<Cell>,
  marks: readonly OrderMark[],
  stores: readonly GrantedStore[],
): Promise<readonly Buffer[]> {
  const found = marks.map((mark) => known(mark))
  const missing = marks.filter((_, index) => found[index] === undefined)
  if (missing.length === 0) return found.filter((text) => text !== undefined)
  const roles = new Map(stores.map((store) => [store.storeId, store.role]))
  const made = new Map<string, Buffer>()
  for (const order of await ordersOf(tx, missing)) {
    const text = textOf(maskedFor(roles.get(order.storeId) ?? 'basic', order))
    made.set(order.id, text)
    // The content of a finished order depends on the reader's role.
    if (isOpen(order)) keep(order, text)
  }
  return marks.flatMap((mark, index) => found[index] ?? made.get(mark.id) ?? [])
}

function known({ store_id: storeId, id, version, open }: OrderMark): Buffer | undefined {
  const entry = open ? kept.get(id) : undefined
  return entry?.version === version && entry.storeId === storeId ? entry.text : undefined
}

function keep(order: Order, text: Buffer): void {
  kept.delete(order.id)
  kept.set(order.id, { storeId: order.storeId, version: order.version, text })
  if (kept.size <= maxKept) return
  const [oldest] = kept.keys()
  if (oldest !== undefined) kept.delete(oldest)
}

/** Checked against the reply when it was read (shown-order.ts). */
const textOf = (order: Order): Buffer => Buffer.from(JSON.stringify(order))

const isOpen = (order: Order): boolean => order.status !== 'concluded' && order.status !== 'cancelled'
