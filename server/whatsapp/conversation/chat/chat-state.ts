import { chatMethods } from '../../../../contract/orders/money/taken-methods.ts'
import type { PriceMethod } from '../../../../contract/menu/menu-fields.ts'
import type { OrderAddress } from '../../../../contract/orders/orders.ts'
import type { PersonReason } from '../../../../contract/whatsapp/conversations.ts'
import type { DeliveryQuote } from '../../../../contract/delivery/quote.ts'
import type { MessageContent } from '../../messaging/messaging-driver.ts'
import type { IncomingContent } from '../../messaging/line-events.ts'

/** Where a customer is in the ordering process. Stored, so that a conversation continues after a restart. */
export const chatPlaces = [
  'greeting',
  'menu',
  'options',
  'cart',
  'address',
  'payment',
  'change',
  'summary',
  /** The customer has confirmed; the order is being placed. */
  'placing',
  'placed',
  /** A person at the store answers; there are no automatic replies until it is handed back. */
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
  /** The choices in the last message, for answers by number or by title. */
  readonly offered: readonly Offer[]
  /** How many messages in a row were not understood. */
  readonly misses: number
  /** Why a person took over. Absent in other places, and in older rows. */
  readonly why?: PersonReason | undefined
  /** Time of the customer's last message, ISO. */
  readonly touchedAt: string | null
  /** What was asked last of an address that decides no area. Absent: nothing. */
  readonly placeAsked?: 'district' | 'location' | undefined
  /** Ordered, and still to be asked about, the next one first. Absent: nothing. */
  readonly open?: readonly OpenLine[] | undefined
  /** How the customer wants to pay, before it is asked for. Absent: not said. */
  readonly payBy?: PaymentMethod | undefined
  /** What the customer will pay with, in their words, before it is asked for. Absent: not said. */
  readonly changeSaid?: string | undefined
  /** The name that the customer gave for the order. Absent: none. */
  readonly calledAs?: string | undefined
  /** When the customer heard last that the store is closed, ISO. Absent: not yet. */
  readonly closedSaidAt?: string | undefined
  /** When the customer heard last how the open order stands, ISO. Absent: not yet. */
  readonly statusSaidAt?: string | undefined
}

/** A line of the order of which it is not known yet which item, or which options, the customer means. */
export interface OpenLine {
  /** As the customer wrote it. */
  readonly words: string
  readonly quantity: number
  readonly notes: string | null
  /** No item has all the words. */
  readonly isNear: boolean
  readonly choices: readonly { readonly itemId: string; readonly options: readonly DraftOption[] }[]
  /** Id of the item in the order that it takes the place of. */
  readonly replaces: string | null
  /** Name of an option group that is asked for, although it may be left empty. */
  readonly wanted?: string | undefined
}

export interface Offer {
  readonly id: string
  readonly title: string
}

export interface Choosing {
  readonly itemId: string
  readonly quantity: number
  /** Index of the option group being asked for. */
  readonly group: number
  /** Index of the page of its options. */
  readonly page: number
  readonly options: readonly DraftOption[]
  readonly notes?: string | null | undefined
  /** Id of the item in the order that it takes the place of. */
  readonly replaces?: string | null | undefined
  /** Ordered in a sentence: groups that need no choice are not asked for. */
  readonly isBrief?: boolean | undefined
  /** Name of a group that is asked for all the same. */
  readonly wanted?: string | undefined
}

/** The order so far. */
export interface Draft {
  /** Numbers the orders of one conversation. Part of the order's external id, so that it is placed once. */
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
  /** "sem cebola". Absent: none. */
  readonly notes?: string | undefined
}

export interface DraftOption {
  readonly menuOptionId: string
  readonly groupName: string
  readonly name: string
  readonly quantity: number
  /** The menu's price. What the order charges depends on all chosen options and on `priceMethod`. */
  readonly unitPriceCents: number
  /** Absent: prices add up. */
  readonly priceMethod?: PriceMethod | undefined
  /** Id of the option that its group is asked with. Absent: its group is one of the item. */
  readonly askedWith?: string | undefined
}

/** The parts of the address given so far. Without a city and state, the store's apply. */
export type DraftAddress = Omit<OrderAddress, 'city' | 'state'> & {
  readonly city: string | null
  readonly state: string | null
}

type DraftQuote = Pick<DeliveryQuote, 'quoteId' | 'feeCents' | 'minutes' | 'zoneName'> & {
  /** How the fee came about, one sentence per step. */
  readonly steps: readonly string[]
}

export interface DraftPayment {
  readonly method: PaymentMethod
  readonly changeForCents: number | null
}

export const paymentMethods = chatMethods
export type PaymentMethod = (typeof paymentMethods)[number]

/** What the rules know about the store and the customer. Read again for each message. */
export interface ChatFacts {
  readonly now: Date
  readonly customerName: string | null
  readonly store: {
    readonly name: string
    /** The store is taking orders. */
    readonly open: boolean
    /** "Estamos abertos até 23:00." */
    readonly openText: string
    /** The owner's own greeting. Empty: the default one. */
    readonly greeting: string
    readonly delivers: boolean
    readonly takeout: boolean
    readonly city: string
    readonly state: string
    /** Street, number, district and town in one line. */
    readonly addressText: string
    /** The opening hours of the week, one line for days alike. */
    readonly weekText: string
    /** What the store's zones say. Null: it has none. */
    readonly delivery: DeliverySpan | null
  }
  readonly menu: ChatMenu
  /** The items of the customer's last order that are on sale now, at today's prices. */
  readonly lastOrder: readonly DraftItem[]
  /** Addresses of the customer's earlier deliveries. */
  readonly addresses: readonly OrderAddress[]
  /** "Seu pedido 12 está em preparo." Null: no open order. */
  readonly openOrderText: string | null
  /** The open order should have arrived by now. */
  readonly isOrderLate: boolean
}

/** The least and the most of what a store's zones say, in centavos and minutes. */
export interface DeliverySpan {
  readonly feeCents: { readonly min: number; readonly max: number }
  readonly minutes: { readonly min: number; readonly max: number }
}

/** What is on sale now, in the menu's order. */
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
  /** For adults only. */
  readonly alcoholic: boolean
  readonly groups: readonly ChatGroup[]
}

export interface ChatGroup {
  readonly name: string
  /** Absent: the options' prices add up. */
  readonly priceMethod?: PriceMethod | undefined
  /** Id of the option that it is asked with; its group stands before. Absent: it is a group of the item. */
  readonly askedWith?: string
  readonly min: number
  readonly max: number
  readonly options: readonly {
    readonly id: string
    readonly name: string
    readonly priceCents: number
    readonly max: number
  }[]
}

/** A message from the customer, or the result of what the last step asked for. */
export type ChatInput =
  | IncomingContent
  | { readonly type: 'quoted'; readonly quote: DeliveryQuote }
  /** What a delivery to a place would cost that the customer only asked about. */
  | { readonly type: 'fee'; readonly quote: DeliveryQuote; readonly district: string }
  | { readonly type: 'placed'; readonly displayId: string; readonly minutes: number | null }
  /**
   * `quote`: the quote has expired. `menu`: an item is gone or its price has changed. `closed`: the store takes no
   * orders. `message` is for the customer.
   */
  | {
      readonly type: 'refused'
      readonly reason: 'quote' | 'menu' | 'closed' | 'other'
      readonly message: string
    }

export interface ChatStep {
  readonly state: ChatState
  readonly replies: readonly MessageContent[]
  /** What the caller must find out or do next. Its result is the next input. */
  readonly ask: ChatAsk | null
}

type ChatAsk =
  | { readonly type: 'quote'; readonly address: DraftAddress; readonly itemsCents: number }
  | { readonly type: 'fee'; readonly district: string; readonly itemsCents: number }
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
