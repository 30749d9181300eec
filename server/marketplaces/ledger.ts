import type { SetAside } from './sanitise/read-each.ts'

/** What the marketplace bills and pays out. Days are `YYYY-MM-DD`, amounts centavos. */
export interface MerchantLedger {
  /** Lines whose payout week is in these days. */
  readLines(merchantId: string, from: string, to: string, aside?: SetAside): Promise<readonly LedgerLine[]>
  /** Payout weeks computed in these days. */
  readPayouts(merchantId: string, from: string, to: string, aside?: SetAside): Promise<readonly PayoutWeek[]>
  /** What was paid before its day, of the weeks computed in these days. Absent: it says none. */
  readonly readAnticipations?: ReadAnticipations
  /** Absent: it has no statement of a month. */
  readonly statements?: MerchantStatements
}

export type ReadAnticipations = (
  merchantId: string,
  from: string,
  to: string,
  aside?: SetAside,
) => Promise<readonly Anticipation[]>

/** The marketplace's statement of a month, `YYYY-MM`, which it makes when it is asked for. */
export interface MerchantStatements {
  /** The lines of a month that is closed, kept without a request. Null: none are kept. */
  readClosed(merchantId: string, month: string): Promise<readonly StatementLine[] | null>
  /** Resolves to the id of the request; of the one that is under way, if there is one. */
  ask(merchantId: string, month: string): Promise<string>
  /** Throws `not-found` when the request has expired. */
  read(merchantId: string, requestId: string): Promise<Statement>
  /** Sales of these days as the marketplace lists them. */
  readSales(merchantId: string, from: string, to: string): Promise<readonly MerchantSale[]>
}

type Statement =
  | { readonly state: 'making' }
  /** `said`: in the marketplace's words. */
  | { readonly state: 'failed'; readonly said: string | null }
  | { readonly state: 'ready'; readonly lines: readonly StatementLine[] }

export interface StatementLine {
  readonly orderId: string | null
  readonly description: string
  /** Signed: its effect on the payout. */
  readonly cents: number
  readonly transferred: boolean
}

export interface MerchantSale {
  readonly externalId: string
  readonly displayId: string
  readonly state: 'sold' | 'cancelled' | 'running'
  /** Items, before discounts and fees. */
  readonly itemsCents: number
}

export type LedgerKind =
  | 'sale'
  | 'subsidy'
  | 'commission'
  | 'paymentFee'
  | 'logistics'
  | 'cancellation'
  | 'refund'
  | 'adjustment'
  | 'anticipation'
  | 'subscription'
  | 'other'

/** A line of the marketplace's ledger; `raw` is the whole of it. */
export interface LedgerLine {
  readonly id: string
  readonly orderId: string | null
  readonly kind: LedgerKind
  readonly partnerKind: string
  readonly description: string | null
  /** Signed: its effect on the payout. */
  readonly cents: number
  readonly transferred: boolean
  readonly saleDay: string
  /** The instant of the sale, where the marketplace sends more than its day. */
  readonly saleAt: string | null
  readonly periodFrom: string
  readonly periodTo: string
  readonly expectedOn: string | null
  readonly raw: unknown
}

export interface PayoutWeek {
  readonly id: string
  readonly periodFrom: string
  readonly periodTo: string
  readonly expectedOn: string | null
  readonly paidOn: string | null
  readonly cents: number
  readonly status: 'settled' | 'paid' | 'failed'
  readonly raw: unknown
}

/** A payout that was paid before its day, at a cost. */
export interface Anticipation {
  readonly id: string
  readonly periodFrom: string
  readonly periodTo: string
  /** The day it would have been paid on. */
  readonly originalOn: string | null
  readonly paidOn: string | null
  readonly originalCents: number
  /** What it cost; never negative. */
  readonly feeCents: number
  /** What was paid. */
  readonly cents: number
  readonly status: 'waiting' | 'paid' | 'failed'
  readonly raw: unknown
}
