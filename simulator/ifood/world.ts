import { Access } from './access.ts'
import type {
  IfoodEvent,
  Interruption,
  KnownOrder,
  LedgerBooks,
  Merchant,
  MerchantMood,
  PastBooks,
  Shift,
  SimulatedDispute,
  SimulatedReview,
  StatementRequest,
} from './records.ts'
import { channelTable } from '../../contract/shared/channel-table.ts'
import { createHmac, randomUUID } from 'node:crypto'
import type { SimulatorEnv } from '../env.ts'

export interface Deliveries {
  /** Number of extra times that every event is delivered. */
  duplicates: number
  shuffle: boolean
  webhook: boolean
  orderNotFoundForMs: number
}

export interface Fault {
  readonly status: number
  readonly until: number
  readonly pathPrefix: string
  /** Only calls about this merchant and its orders. */
  readonly merchantId: string | null
  /** Answers only after this long. */
  readonly hangMs: number
  /** Calls that it refused. */
  hits: number
}

/** How long iFood waits for the answer to a webhook. */
const replyWithinMs = channelTable.ifood.rules.replyWithinSeconds * 1_000

const codes: Readonly<Record<string, string>> = {
  PLACED: 'PLC',
  CONFIRMED: 'CFM',
  PREPARATION_STARTED: 'PRS',
  READY_TO_PICKUP: 'RTP',
  DISPATCHED: 'DSP',
  CONCLUDED: 'CON',
  CANCELLED: 'CAN',
  CANCELLATION_REQUEST_FAILED: 'CARF',
  REQUEST_DRIVER: 'RDR',
  REQUEST_DRIVER_SUCCESS: 'RDS',
  REQUEST_DRIVER_FAILED: 'RDF',
  ASSIGN_DRIVER: 'ADR',
  GOING_TO_ORIGIN: 'GTO',
  ARRIVED_AT_ORIGIN: 'AAO',
  DELIVERY_CANCELLATION_REQUESTED: 'DCR',
  DELIVERY_CANCELLATION_REQUEST_ACCEPTED: 'DCRA',
  SEPARATION_STARTED: 'SPS',
  SEPARATION_ENDED: 'SPE',
  CANCELLATION_REQUESTED: 'CAR',
  DELIVERY_DROP_CODE_REQUESTED: 'DDCR',
  DELIVERY_ADDRESS_CHANGE_REQUESTED: 'DAR',
  DELIVERY_ADDRESS_CHANGE_ACCEPTED: 'DAA',
  DELIVERY_ADDRESS_CHANGE_DENIED: 'DAD',
  HANDSHAKE_DISPUTE: 'HSD',
  HANDSHAKE_SETTLEMENT: 'HSS',
}

/** iFood's state: merchants, orders, and events waiting for acknowledgement. */
export class World {
  readonly env: SimulatorEnv
  readonly merchants = new Map<string, Merchant>()
  readonly interruptions = new Map<string, readonly Interruption[]>()
  /** Merchants whose week was never written sell at any time. */
  readonly openingHours = new Map<string, readonly Shift[]>()
  /** Every week that was written, oldest first. */
  readonly weeksWritten: { readonly merchantId: string; readonly shifts: readonly Shift[] }[] = []
  readonly moods = new Map<string, MerchantMood>()
  readonly orders = new Map<string, KnownOrder>()
  readonly unacknowledged: IfoodEvent[] = []
  readonly acknowledged: string[] = []
  /** Change requests to the catalog, accepted or not. */
  readonly catalogCalls: { readonly merchantId: string; readonly itemId: string; readonly change: string }[] =
    []
  readonly actions: { readonly orderId: string; readonly action: string; readonly at: string }[] = []
  readonly webhookRefusals: number[] = []
  /** Calls beyond a published limit, which were refused. */
  readonly limited: { readonly limit: string; readonly path: string }[] = []
  readonly reviews = new Map<string, SimulatedReview>()
  readonly disputes = new Map<string, SimulatedDispute>()
  books: LedgerBooks = { differences: 'none', quirks: [], strays: [] }
  /** By merchant. */
  readonly past = new Map<string, PastBooks>()
  /** Reconciliation files that were asked for, and how long one takes. */
  readonly statements = new Map<string, StatementRequest>()
  statementMs = 3_000
  /** Why no courier on demand comes; null: one does. */
  courierRefusal: string | null = null
  /** Customers review and dispute orders on their own; for the demo only. */
  lively = false
  afterSale: (known: KnownOrder) => void = () => {}
  readonly access: Access
  deliveries: Deliveries = { duplicates: 0, shuffle: false, webhook: true, orderNotFoundForMs: 0 }
  fault: Fault | null = null
  /** Calls below this path are carried out, and the connection ends before the answer. */
  lostAnswers: { readonly pathPrefix: string; left: number } | null = null
  /** Offset of the clock, so that a test can skip ahead. */
  clockAheadMs = 0
  private readonly timers = new Set<NodeJS.Timeout>()
  private stopped = false

  constructor(env: SimulatorEnv) {
    this.env = env
    this.access = new Access(this)
  }

  now(): number {
    return Date.now() + this.clockAheadMs
  }

  later(ms: number, work: () => void): void {
    // A webhook that fails during the stop is not tried again.
    if (this.stopped) return
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      work()
    }, ms)
    this.timers.add(timer)
  }

  stop(): void {
    this.stopped = true
    this.forgetTimers()
  }

  private forgetTimers(): void {
    for (const timer of this.timers) clearTimeout(timer)
    this.timers.clear()
  }

  /** Records an event and sends it to the webhook; polling returns it until it is acknowledged. */
  emit(
    known: KnownOrder,
    fullCode: string,
    metadata?: Readonly<Record<string, unknown>>,
    at = this.now(),
  ): IfoodEvent {
    const event: IfoodEvent = {
      id: randomUUID(),
      code: codes[fullCode] ?? fullCode,
      fullCode,
      orderId: known.order.id,
      merchantId: known.order.merchant.id,
      createdAt: new Date(at).toISOString(),
      ...(metadata ? { metadata } : {}),
    }
    this.unacknowledged.push(event)
    if (this.deliveries.webhook && this.env.webhookUrl) {
      for (let copy = 0; copy <= this.deliveries.duplicates; copy += 1) void this.callWebhook(event, 30_000)
    }
    return event
  }

  /** Signs the raw bytes and retries with growing delays for about a quarter of an hour. */
  private async callWebhook(event: IfoodEvent, nextWaitMs: number): Promise<void> {
    if (!this.env.webhookUrl) return
    const body = JSON.stringify(event)
    const signature = createHmac('sha256', this.env.clientSecret).update(body).digest('hex')
    try {
      const reply = await fetch(this.env.webhookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-ifood-signature': signature },
        body,
        signal: AbortSignal.timeout(replyWithinMs),
      })
      if (reply.status === 202) return
      this.webhookRefusals.push(reply.status)
    } catch {
      this.webhookRefusals.push(0)
    }
    if (nextWaitMs < 480_000) this.later(nextWaitMs, () => void this.callWebhook(event, nextWaitMs * 2))
  }

  reset(): void {
    this.forgetTimers()
    this.orders.clear()
    this.interruptions.clear()
    this.openingHours.clear()
    this.weeksWritten.length = 0
    this.moods.clear()
    this.unacknowledged.length = 0
    this.acknowledged.length = 0
    this.actions.length = 0
    this.catalogCalls.length = 0
    this.limited.length = 0
    this.reviews.clear()
    this.disputes.clear()
    this.books = { differences: 'none', quirks: [], strays: [] }
    this.past.clear()
    this.courierRefusal = null
    this.lively = false
    this.fault = null
    this.lostAnswers = null
    this.clockAheadMs = 0
    this.deliveries = { duplicates: 0, shuffle: false, webhook: true, orderNotFoundForMs: 0 }
  }
}
