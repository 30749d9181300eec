import type { ChatMenu, PaymentMethod } from '../../chat-state.ts'
import { splitAddress } from './split-address.rules.ts'
import { splitBehind } from './split-behind.rules.ts'
import { splitName } from './split-name.rules.ts'
import { splitPayment } from './split-payment.rules.ts'
import { splitTakeout } from './split-takeout.rules.ts'

/** What a message says beside the items: how the order reaches the customer, and how it is paid. */
export interface Way {
  /** The message without it. */
  readonly order: string
  /** Words of an address. Null: none. */
  readonly address: string | null
  readonly isTakeout: boolean
  readonly payBy: PaymentMethod | null
  /** What the customer will pay with, in their words: "50", "sem troco". Null: not said. */
  readonly changeFor: string | null
  /** The name for the order, as the customer wrote it. Null: not said. */
  readonly calledAs: string | null
  /** The customer said at what hour. */
  readonly isAtHour: boolean
  /** Something is ordered behind the address, too. */
  readonly hasMore: boolean
}

/** "2 x-salada, entrega na rua das flores 10 centro, no pix" in its parts. */
export function splitWay(text: string, menu: ChatMenu): Way {
  const { rest: unpaid, payBy, changeFor } = splitPayment(text)
  const { rest: here, isTakeout, isAtHour } = splitTakeout(unpaid)
  const { rest, calledAs } = splitName(here)
  const { order, address } = splitAddress(rest)
  const way = { isTakeout, isAtHour, payBy, changeFor, calledAs }
  if (address === null) return { ...way, order, address, hasMore: false }
  const behind = splitBehind(address, menu)
  return {
    ...way,
    order: [order, behind.order].filter(Boolean).join(', '),
    address: behind.address,
    hasMore: behind.order !== '',
  }
}
