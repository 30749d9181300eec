export interface MenuEntry {
  /** iFood's id of the item, used by the catalog calls. */
  readonly itemId: string
  readonly code: string
  readonly name: string
  /** Its name. */
  readonly category: string
  readonly description?: string
  readonly type?: 'DEFAULT' | 'PIZZA' | 'COMBO_V2'
  readonly productId?: string
  /** What else its document has: of the item, and of its product. */
  readonly more?: { readonly item?: object; readonly product?: object }
  cents: number
  status: 'AVAILABLE' | 'UNAVAILABLE'
  /** Of its photo: a path below iFood's own address, or a whole address. */
  readonly image?: string
  /** Items may share an option: it is found by its id. */
  readonly groups?: readonly MenuGroup[]
}

export interface MenuGroup {
  readonly id: string
  readonly name: string
  readonly min: number
  readonly max: number
  readonly type?: string
  readonly association?: string
  readonly code?: string
  readonly status?: 'AVAILABLE' | 'UNAVAILABLE'
  readonly options: readonly MenuOption[]
}

export interface MenuOption {
  readonly id: string
  readonly code: string
  readonly name: string
  cents: number
  status: 'AVAILABLE' | 'UNAVAILABLE'
  readonly productId?: string
  readonly description?: string
  /** Of a size: into how many flavours it may be divided. */
  readonly fractions?: readonly number[]
  readonly more?: { readonly option?: object; readonly product?: object }
  /** Below it. */
  readonly groups?: readonly MenuGroup[]
}

export interface MadeCategory {
  readonly id: string
  readonly name: string
  readonly externalCode: string
  readonly template: 'DEFAULT' | 'PIZZA'
  readonly status: 'AVAILABLE' | 'UNAVAILABLE'
}

export interface Merchant {
  readonly id: string
  readonly name: string
  menu: readonly MenuEntry[]
  /** Made by the Catalog API, or given a code or another name by it; the others are those that items name. */
  madeCategories?: readonly MadeCategory[]
  /** Of its catalog; the app alone when it has none. */
  readonly contexts?: readonly string[]
  /** More categories, as the catalogue answers them: one of pizzas has no items. */
  readonly categories?: readonly unknown[]
  /** Names of categories that a person paused there: nobody sees their items, which keep their own state. */
  pausedCategories?: readonly string[]
  lastPolledAt: number | null
  /** The portal shows it; no application is approved until its owner says so there. */
  readonly free?: boolean
  /** Defaults to São Paulo's zone. */
  readonly timezone?: string
}

export interface IfoodEvent {
  readonly id: string
  readonly code: string
  readonly fullCode: string
  readonly orderId: string
  readonly merchantId: string
  readonly createdAt: string
  readonly metadata?: Readonly<Record<string, unknown>>
}

/**
 * An order in the format of iFood's order details (docs/marketplaces/ifood.md section 5), in decimal
 * reais.
 */
export interface SimulatedOrder {
  readonly id: string
  readonly displayId: string
  readonly orderType: 'DELIVERY' | 'TAKEOUT'
  readonly orderTiming: 'IMMEDIATE' | 'SCHEDULED'
  readonly createdAt: string
  readonly preparationStartDateTime: string
  readonly merchant: { readonly id: string; readonly name: string }
  readonly total: {
    readonly subTotal: number
    readonly deliveryFee: number
    readonly additionalFees: number
    readonly benefits: number
    readonly orderAmount: number
  }
  readonly payments: {
    readonly prepaid: number
    readonly pending: number
    readonly methods: readonly object[]
  }
  readonly delivery?: { readonly deliveredBy: 'MERCHANT' | 'IFOOD' } & Readonly<Record<string, unknown>>
  readonly [field: string]: unknown
}

export interface KnownOrder {
  readonly order: SimulatedOrder
  readonly placedAt: number
  status:
    | 'PLACED'
    | 'CONFIRMED'
    | 'PREPARATION_STARTED'
    | 'READY_TO_PICKUP'
    | 'DISPATCHED'
    | 'CONCLUDED'
    | 'CANCELLED'
  /** The order details return 404 until this time. */
  readonly visibleAt: number
  concludedAt?: number
  /** One of iFood's couriers, on demand. */
  courier?: 'asked' | 'coming' | 'assigned' | null
  /** Of a shop's order. */
  separation?: 'started' | 'ended'
  /** Of an order of another channel: the address that its customer asks for, and until when that can be answered. */
  addressChange?: { readonly address: Readonly<Record<string, unknown>>; readonly until: number } | null
}

interface DisputeOffer {
  readonly id: string
  readonly type: 'REFUND' | 'BENEFIT' | 'ADDITIONAL_TIME'
  readonly metadata: Readonly<Record<string, unknown>>
}

export interface SimulatedDispute {
  readonly id: string
  readonly orderId: string
  readonly action: string
  readonly amount: number
  readonly expiresAt: number
  readonly timeoutAction: 'ACCEPT_CANCELLATION' | 'REJECT_CANCELLATION' | 'VOID'
  readonly alternatives: readonly DisputeOffer[]
  status: 'OPEN' | 'ACCEPTED' | 'REJECTED' | 'EXPIRED' | 'ALTERNATIVE_REPLIED'
  /** Amount refunded to the customer. */
  refunded: number
}

export interface SimulatedReview {
  readonly id: string
  readonly merchantId: string
  readonly orderId: string
  readonly orderCreatedAt: string
  readonly shortId: string
  readonly score: number
  readonly comment: string | null
  readonly visibility: 'PUBLIC' | 'PRIVATE'
  readonly tags: readonly string[]
  readonly createdAt: number
  readonly replies: { readonly text: string; readonly from: 'MERCHANT'; readonly createdAt: string }[]
}

/** Opening hours of a weekday: local `HH:MM:SS` and minutes. */
export interface Shift {
  readonly dayOfWeek: string
  readonly start: string
  readonly duration: number
}

/** What iFood does with a merchant beside what the store asks for; for tests and the demo. */
export interface MerchantMood {
  /** A validation that fails besides the computed ones. */
  readonly problem?: string | null
  readonly reopenable?: boolean
  /** Goes on selling, whatever pause, hours or presence say. */
  readonly sellsAnyway?: boolean
  /** Answers a new week with 200 and keeps the old one. */
  readonly dropsHours?: boolean
}

/** A closure requested by the store. Times are local to the store, without an offset. */
export interface Interruption {
  readonly id: string
  readonly description: string
  readonly start: string
  readonly end: string
}

export type Quirk = 'commission' | 'missing' | 'late-adjustment' | 'sale'

/** Deliberate errors in the ledger, for a store to find. */
export interface LedgerBooks {
  /**
   * `some`: chosen by order id, so that every read returns the same; `none`: only the quirks listed
   * below.
   */
  readonly differences: 'none' | 'some'
  readonly quirks: readonly { readonly orderId: string; readonly quirk: Quirk }[]
  /** Lines of orders or fees unknown to the store. */
  readonly strays: readonly {
    readonly merchantId: string
    readonly orderId: string | null
    readonly name: string
    readonly amount: number
    readonly date: string
  }[]
  /** Merchants whose payouts are paid before their day, and what that costs. */
  readonly anticipations?: readonly { readonly merchantId: string; readonly feePercentage: number }[]
  /** What the list of sales shows in place of an order's own fields. */
  readonly sales?: Readonly<Record<string, object>>
  /** Orders that the file of a month does not have. */
  readonly unstated?: readonly string[]
}

/** What a merchant sold and was billed for before this process started. */
export interface PastBooks {
  readonly sales: readonly PastSale[]
  readonly lines: readonly LedgerEvent[]
}

/** Amounts in reais. */
export interface PastSale {
  readonly id: string
  readonly displayId: string
  readonly orderType: string
  readonly createdAt: string
  readonly status: 'CONCLUDED' | 'CANCELLED'
  readonly bag: number
  readonly deliveryFee: number
  readonly serviceFee: number
}

/** A line of the financial events, as iFood publishes it (docs/marketplaces/ifood.md section 6.2). */
export interface LedgerEvent {
  readonly merchantId: string
  readonly name: string
  readonly description: string
  readonly product: 'IFOOD'
  readonly trigger: string
  readonly competence: string
  readonly period: { readonly beginDate: string; readonly endDate: string }
  readonly reference: { readonly type: string; readonly id: string | null; readonly date: string } | null
  readonly hasTransferImpact: boolean
  readonly amount: { readonly value: number; readonly currency: 'BRL' }
  readonly billing?: { readonly baseValue: number; readonly feePercentage: number }
  readonly settlement: { readonly expectedDate: string }
}

/** A reconciliation file that was asked for. */
export interface StatementRequest {
  readonly id: string
  readonly merchantId: string
  readonly competence: string
  readonly askedAt: number
}
