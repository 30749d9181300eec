import type { PriceMethod } from '../../../../contract/menu/menu-fields.ts'
import type { OrderAddress } from '../../../../contract/orders/orders.ts'
import type { PersonReason } from '../../../../contract/whatsapp/conversations.ts'
import type { DeliveryQuote } from '../../../../contract/delivery/quote.ts'
import type { IncomingContent, MessageContent } from '../../messaging/messaging-driver.ts'

/** Where a customer stands. Each is kept in the row, so that a conversation goes on after a restart. */
export const chatPlaces = [
  'greeting',
  'menu',
  'options',
  'cart',
  'address',
  'payment',
  'change',
  'summary',
  /** Confirmed; the order is being taken. */
  'placing',
  'placed',
  /** A person of the store answers; nothing is said here until it is handed back. */
  'person',
  /** The customer wants no more messages. */
  'stopped',
] as const
type ChatPlace = (typeof chatPlaces)[number]

export interface ChatState {
  readonly place: ChatPlace
  readonly draft: Draft
  /** The item whose options are being chosen. */
  readonly choosing: Choosing | null
  /** What the last message offered, for answers by number or in words. */
  readonly offered: readonly Offer[]
  /** Times in a row that nothing was understood. */
  readonly misses: number
  /** Why a person has it; absent elsewhere, and in rows from before it was kept. */
  readonly why?: PersonReason | undefined
  /** ISO; of the customer's last message. */
  readonly touchedAt: string | null
}

export interface Offer {
  readonly id: string
  readonly title: string
}

export interface Choosing {
  readonly itemId: string
  readonly quantity: number
  /** Position of the group that is asked for. */
  readonly group: number
  /** Which ten of its options are shown. */
  readonly page: number
  readonly options: readonly DraftOption[]
}

/** The order as far as it is said. */
export interface Draft {
  /** Counts the orders of one conversation; names the order, so that it is placed once. */
  readonly number: number
  readonly items: readonly DraftItem[]
  readonly type: 'DELIVERY' | 'TAKEOUT' | null
  readonly address: DraftAddress | null
  readonly quote: DraftQuote | null
  readonly payment: DraftPayment | null
}

export interface DraftItem {
  readonly menuItemId: string
  readonly name: string
  readonly quantity: number
  readonly unitPriceCents: number
  readonly options: readonly DraftOption[]
}

export interface DraftOption {
  readonly menuOptionId: string
  readonly groupName: string
  readonly name: string
  readonly quantity: number
  /** Of the menu; what it costs in the order follows from all chosen options. */
  readonly unitPriceCents: number
  /** Absent: they add up. */
  readonly priceMethod?: PriceMethod | undefined
}

/** Parts that the customer has said; city and state are the store's where they are not known. */
export type DraftAddress = Omit<OrderAddress, 'city' | 'state'> & {
  readonly city: string | null
  readonly state: string | null
}

type DraftQuote = Pick<DeliveryQuote, 'quoteId' | 'feeCents' | 'minutes' | 'zoneName'> & {
  /** The sum in words. */
  readonly steps: readonly string[]
}

export interface DraftPayment {
  readonly method: PaymentMethod
  readonly changeForCents: number | null
}

export const paymentMethods = ['PIX', 'CREDIT', 'DEBIT', 'CASH'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** What is true at this moment; read again for each message. */
export interface ChatFacts {
  readonly now: Date
  readonly customerName: string | null
  readonly store: {
    readonly name: string
    /** It takes orders now. */
    readonly open: boolean
    /** "Estamos abertos até 23:00." */
    readonly openWords: string
    /** The owner's own greeting; empty: ours. */
    readonly greeting: string
    readonly delivers: boolean
    readonly takeout: boolean
    readonly city: string
    readonly state: string
  }
  readonly menu: ChatMenu
  /** The items of the customer's last order that are on sale now, at today's prices. */
  readonly lastOrder: readonly DraftItem[]
  /** Where the customer had orders delivered. */
  readonly addresses: readonly OrderAddress[]
  /** "Seu pedido 12 está em preparo."; null: none is open. */
  readonly openOrderWords: string | null
}

/** What is on sale now, in the store's order. */
export interface ChatMenu {
  readonly categories: readonly { readonly id: string; readonly name: string }[]
  readonly items: readonly ChatItem[]
}

export interface ChatItem {
  readonly id: string
  readonly categoryId: string | null
  readonly name: string
  readonly description: string
  readonly externalCode: string | null
  readonly priceCents: number
  /** Sold to adults only. */
  readonly alcoholic: boolean
  readonly groups: readonly ChatGroup[]
}

export interface ChatGroup {
  readonly name: string
  /** Absent: its options add up. */
  readonly priceMethod?: PriceMethod | undefined
  readonly min: number
  readonly max: number
  readonly options: readonly {
    readonly id: string
    readonly name: string
    readonly priceCents: number
    readonly most: number
  }[]
}

/** From the customer, or the answer to what a step asked for. */
export type ChatInput =
  | IncomingContent
  | { readonly type: 'quoted'; readonly quote: DeliveryQuote }
  | { readonly type: 'placed'; readonly displayId: string; readonly minutes: number | null }
  /** `quote`: it is too old. `menu`: something is gone or costs another price. `closed`: no orders now. */
  | { readonly type: 'refused'; readonly why: 'quote' | 'menu' | 'closed' | 'other'; readonly words: string }

export interface ChatStep {
  readonly state: ChatState
  readonly replies: readonly MessageContent[]
  /** What has to be found out or done; its answer is the next input. */
  readonly ask: ChatAsk | null
}

type ChatAsk =
  | { readonly type: 'quote'; readonly address: DraftAddress; readonly itemsCents: number }
  | { readonly type: 'place' }

export const emptyDraft = (number: number): Draft => ({
  number,
  items: [],
  type: null,
  address: null,
  quote: null,
  payment: null,
})

export const newChat: ChatState = {
  place: 'greeting',
  draft: emptyDraft(1),
  choosing: null,
  offered: [],
  misses: 0,
  touchedAt: null,
}
