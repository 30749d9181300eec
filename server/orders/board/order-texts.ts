import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import { orderView, type Order } from '../../../contract/orders/orders.ts'
import type { DB } from '../../db/tables.generated.ts'
import type { GrantedStore } from '../../calls/call.ts'
import { maskedFor } from './mask-customer.ts'
import { ordersOf, type OrderMark } from './orders.reads.ts'

/**
 * Open orders as the JSON that the board sends, by their version: every device of a store asks for
 * the same few hundred orders again and again, and reading, checking and writing them was most of
 * the call (docs/adr/0007-board-texts.md). Whatever changes an order raises its version, so a text
 * of the version that the database names now is true. The oldest go first.
 */
const kept = new Map<string, { readonly storeId: string; readonly version: number; readonly text: Buffer }>()
/** Some 1.7 kB each. */
const mostKept = 20_000

/** The texts of these orders, in their order. Only marks that row-level security let through come here. */
export async function textsOf(
  tx: Transaction<DB>,
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
    // What an ended order shows depends on who asks.
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
  if (kept.size <= mostKept) return
  const [oldest] = kept.keys()
  if (oldest !== undefined) kept.delete(oldest)
}

/** A field that the contract does not name is a fault, not a leak (serve.ts). */
const textOf = (order: Order): Buffer => Buffer.from(JSON.stringify(z.parse(orderView, order)))

const isOpen = (order: Order): boolean => order.status !== 'concluded' && order.status !== 'cancelled'
