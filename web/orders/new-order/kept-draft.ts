import type { OrderDraft } from './new-order.rules.ts'

export interface KeptDraft {
  /** Of the person who typed it; nobody else sees it on this device. */
  readonly uid: string
  readonly storeId: string
  readonly draft: OrderDraft
  /** Sent again with it, so that an order that did arrive is not placed twice. */
  readonly key: string
}

let kept: KeptDraft | null = null

/** An order that was left before it was placed. Only in memory: it holds a customer's data. */
export const keptDraft = (uid: string, storeIds: readonly string[]): KeptDraft | null =>
  kept !== null && kept.uid === uid && storeIds.includes(kept.storeId) ? kept : null

export function keepDraft(draft: KeptDraft | null): void {
  kept = draft
}

export const isWorthKeeping = ({ items, phone, name }: OrderDraft): boolean =>
  items.length > 0 || phone.trim() !== '' || name.trim() !== ''
