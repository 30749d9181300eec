import type { SetAside } from './sanitise/read-each.ts'

/** What the marketplace bills and pays out. Days are `YYYY-MM-DD`, amounts centavos. */
export interface MerchantLedger {
  /** Lines whose payout week is in these days. */
  readLines(merchantId: string, from: string, to: string, aside?: SetAside): Promise<readonly LedgerLine[]>
  /** Payout weeks computed in these days. */
  readPayouts(merchantId: string, from: string, to: string, aside?: SetAside): Promise<readonly PayoutWeek[]>
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
