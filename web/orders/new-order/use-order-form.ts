import { useEffect, useRef, useState } from 'react'
import { readMyMenu, type Menu } from '../../../contract/menu/menu.ts'
import { placeOrder, type PlaceOrderBody } from '../../../contract/orders/orders.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { ApiError } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { onceInProgress } from '../../api/once-in-progress.ts'
import { refresh } from '../../api/query.ts'
import { useForm } from '../../forms/use-form.ts'
import { notify } from '../../ui/notices.tsx'
import { updateBoardCaches } from '../board/board-data.ts'
import { orderName } from '../order-name.ts'
import { emptyDraft } from './empty-draft.rules.ts'
import { isWorthKeeping, keepDraft, type KeptDraft } from './kept-draft.ts'
import {
  draftProblems,
  itemsTotal,
  orderOf,
  phoneOf,
  quotedPlace,
  type OrderDraft,
} from './new-order.rules.ts'
import { useDeliveryQuote, type QuotedFee } from './address/use-delivery-quote.ts'
import { forgetKnownCustomers, isLookedUp } from './customer/use-known-customer.ts'

interface Given {
  readonly uid: string
  readonly store: Store
  readonly kept: KeptDraft | null
  readonly menu: Menu | undefined
  readonly onPlaced: () => void
  /** The order was not sent, for these reasons. */
  readonly onUnready: (problems: Readonly<Record<string, string>>) => void
}

/** The order as it is typed, with its quote. It is kept when the till is left, and sent under one key. */
export function useOrderForm({ uid, store, kept, menu, onPlaced, onUnready }: Given) {
  const [key, setKey] = useState(() => kept?.key ?? crypto.randomUUID())
  const placed = useRef(false)
  const form = useForm({
    initial: () => kept?.draft ?? emptyDraft(store),
    input: (draft) => orderOf(draft, store.address.timezone),
    check: (draft) => ({
      ...draftProblems(draft, menu),
      ...quoted.problems(draft.feeNote),
      ...unquoted(draft, quoted),
      ...unknown(draft, store),
    }),
    onUnready,
    alsoShown: ['schedule.end'],
    send: async (body, draft) => {
      try {
        const order = await place(withQuote(body, draft, quoted), { storeId: store.id, key })
        placed.current = true
        forgetKnownCustomers()
        updateBoardCaches(order)
        notify(`Pedido ${orderName(order)}: lançado.`)
        onPlaced()
      } catch (error) {
        // The menu changed under the order: the lines show how, and no input is lost.
        if (error instanceof ApiError && error.code === 'order/menu-changed') void refresh(readMyMenu)
        if (error instanceof ApiError && error.code === 'delivery/stale-quote') quoted.askAgain()
        throw error
      }
    },
  })
  const { values: draft, change } = form
  const quoted = useDeliveryQuote({
    storeId: store.id,
    place: quotedPlace(draft),
    itemsCents: itemsTotal(draft),
    fee: draft.deliveryFee,
    onFee: (deliveryFee) => change({ deliveryFee }),
    onDistrict: (district) => change((before) => (before.district.trim() === '' ? { district } : {})),
  })
  useKept({ uid, storeId: store.id, draft, key }, placed)
  const startAgain = (fresh: OrderDraft) => {
    change(fresh)
    setKey(crypto.randomUUID())
    form.clear(() => true)
  }
  return { form, quoted, startAgain }
}

const place = (body: PlaceOrderBody, { storeId, key }: { readonly storeId: string; readonly key: string }) =>
  onceInProgress(() => ask(placeOrder, { body }, { storeId, idempotencyKey: key }))

function withQuote(body: PlaceOrderBody, { feeNote }: OrderDraft, { quote }: QuotedFee): PlaceOrderBody {
  return quote ? { ...body, quote: { id: quote.quoteId, note: feeNote.trim() || null } } : body
}

/** A fee that is still on its way would change the total after it was said. */
function unquoted(draft: OrderDraft, { asking }: QuotedFee): Readonly<Record<string, string>> {
  const unknown = draft.type === 'DELIVERY' && draft.deliveryFee.trim() === '' && asking
  return unknown ? { deliveryFee: 'A taxa está sendo calculada. Lance de novo em um instante.' } : {}
}

/** A customer who is still looked up would change the way and the address after the order was sent. */
const unknown = (draft: OrderDraft, { id }: Store): Readonly<Record<string, string>> =>
  isLookedUp(id, phoneOf(draft)) ? { phone: 'Procurando este telefone. Lance de novo em um instante.' } : {}

/** Leaves the order to the next time that the till is opened, unless it was placed or nothing is in it. */
function useKept(left: KeptDraft, placed: { readonly current: boolean }): void {
  const latest = useRef(left)
  useEffect(() => {
    latest.current = left
  })
  useEffect(
    () => () => keepDraft(!placed.current && isWorthKeeping(latest.current.draft) ? latest.current : null),
    [placed],
  )
}
