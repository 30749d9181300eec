import { useState } from 'react'
import type { Order } from '../../../contract/orders/orders.ts'
import { draftOfItems, isChanged, type ItemsDraft } from './items-draft.rules.ts'
import { joinDrafts } from './join-drafts.rules.ts'

interface Drafted {
  /** The order that the draft is about. */
  readonly base: Order
  readonly draft: ItemsDraft
  readonly lost: readonly string[]
}

/**
 * The draft of an order's items. Another person's change of items or money waits for this one to join it; anything else
 * that happens to the order, or a change while nothing is drafted, is followed at once.
 */
export function useItemsDraft(current: Order) {
  const [state, setState] = useState<Drafted>(() => begun(current))
  const { base, draft } = state
  const isNewer = current.version > base.version
  const isOther = isNewer && !hasSameContent(base, current)
  const waits = isOther && isChanged(base.items, draft)
  if (isNewer && !waits) setState(isOther ? begun(current) : { ...state, base: current })
  return {
    base,
    draft,
    lost: state.lost,
    other: waits,
    change: (next: ItemsDraft) => setState((before) => ({ ...before, draft: next })),
    join: () => {
      const joined = joinDrafts(base.items, draft, current.items)
      setState({ base: current, draft: joined.draft, lost: joined.lost })
    },
  }
}

const begun = (order: Order): Drafted => ({ base: order, draft: draftOfItems(order.items), lost: [] })

const hasSameContent = (one: Order, other: Order): boolean =>
  JSON.stringify([one.items, one.fees, one.discounts, one.payments]) ===
  JSON.stringify([other.items, other.fees, other.discounts, other.payments])
