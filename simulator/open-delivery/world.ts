import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { appId, orderDocument } from './order-document.ts'
import type {
  Merchant,
  ObjectNews,
  OrderWish,
  PlacedOrder,
  SentEvent,
  StatusNews,
  Traits,
} from './records.ts'

const retryMs = 500
const tokenSeconds = 3_600

/** What the application remembers: its merchants, their orders and the events that wait for them. */
export class World {
  readonly merchants = new Map<string, Merchant>()
  readonly orders = new Map<string, PlacedOrder>()
  readonly events: SentEvent[] = []
  /** Calls that were not what the standard says, in words. */
  readonly violations: string[] = []
  /** Merchants whose menu the software asked to have read again, once for each time. */
  readonly menuNews: string[] = []
  /** Merchants that the software opened or closed, in the order that it did. */
  readonly statusNews: StatusNews[] = []
  /** Objects that it sent, in the same way. */
  readonly objectNews: ObjectNews[] = []
  /** Polls that were answered. */
  polls = 0
  /** Answers 503 to everything but the control. */
  down = false
  readonly actionDelayMs: number
  readonly traits: Traits
  /** Signs webhooks where the application gives no merchant a secret of its own. */
  softwareSecret = ''
  url = ''
  /** Merchants that a token reaches; null: all that the software onboarded. */
  private readonly tokens = new Map<string, readonly string[] | null>()
  private readonly stopping = new AbortController()
  private placed = 0

  constructor(actionDelayMs: number, traits: Traits) {
    this.actionDelayMs = actionDelayMs
    this.traits = traits
  }

  stop(): void {
    this.stopping.abort()
  }

  newToken(
    reaches: readonly string[] | null,
    seconds = tokenSeconds,
  ): { access_token: string; expires_in: number } {
    const token = randomBytes(24).toString('hex')
    this.tokens.set(token, reaches)
    return { access_token: token, expires_in: seconds }
  }

  /** Null: no token of ours. */
  merchantsOf(authorization: string | undefined): readonly Merchant[] | null {
    const reaches = this.tokens.get(authorization?.replace(/^bearer /i, '') ?? '')
    if (reaches === undefined) return null
    if (reaches === null) return [...this.merchants.values()]
    return reaches.flatMap((id) => this.merchants.get(id) ?? [])
  }

  place(wish: OrderWish): PlacedOrder | null {
    const merchant = this.merchants.get(wish.merchantId)
    if (!merchant || merchant.isClosed || (merchant.standsByUntil ?? 0) > Date.now()) return null
    this.placed += 1
    const { newOrderId, served } = this.traits
    const fields = { ...(newOrderId ? { id: newOrderId(this.placed) } : {}), ...wish.fields }
    const document = orderDocument(
      { ...wish, fields },
      {
        displayId: `${this.traits.displayPrefix}${String(this.placed).padStart(3, '0')}`,
        merchant: { id: merchant.softwareId ?? merchant.merchantId, name: merchant.name },
        at: new Date(),
      },
    )
    const order: PlacedOrder = {
      merchantId: merchant.merchantId,
      document: served(document),
      lastEvent: 'CREATED',
      deliveryCode: wish.deliveryCode ?? String(this.placed).padStart(4, '0'),
      actions: [],
    }
    this.orders.set(document.id, order)
    this.emit(order, 'CREATED')
    return order
  }

  emit(order: PlacedOrder, eventType: string, metadata?: object): SentEvent['event'] {
    order.lastEvent = eventType
    const event = {
      eventId: randomUUID(),
      eventType,
      orderId: order.document.id,
      orderURL: `${this.url}/v1/orders/${order.document.id}`,
      createdAt: new Date().toISOString(),
      sourceAppId: appId,
      ...(metadata ? { metadata } : {}),
    }
    const merchant = this.merchants.get(order.merchantId)
    const acknowledged = merchant?.webhookOnly === true
    this.events.push({ merchantId: order.merchantId, event, acknowledged })
    if (merchant?.webhookUrl) void this.post(merchant, merchant.webhookUrl, JSON.stringify(event))
    return event
  }

  later(work: () => void): void {
    setTimeout(() => {
      if (!this.stopping.signal.aborted) work()
    }, this.actionDelayMs).unref()
  }

  /** Tries until it is taken: a webhook has no acknowledgment. */
  private async post(merchant: Merchant, url: string, body: string): Promise<void> {
    const { encoding, taken } = this.traits.webhook
    const secret = merchant.clientSecret ?? this.softwareSecret
    const signature = createHmac('sha256', secret).update(body).digest(encoding)
    for (let tries = 0; tries < 20 && !this.stopping.signal.aborted; tries += 1) {
      const reply = await fetch(url, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'x-app-id': appId,
          'x-app-merchantid': merchant.softwareId ?? merchant.merchantId,
          'x-app-signature': signature,
        },
      }).catch(() => null)
      if (reply && taken.includes(reply.status)) return
      await new Promise((resolve) => setTimeout(resolve, retryMs).unref())
    }
  }
}
