import { createHmac } from 'node:crypto'
import type { GraphEnv } from './graph-env.ts'

export interface GraphDeliveries {
  /** Extra times that every change is delivered. */
  duplicates: number
  /** Changes wait this long, leave in a random order and share calls, as under load. */
  shuffleMs: number
  /** Nothing is delivered; it waits. */
  held: boolean
}

export interface Change {
  readonly field: string
  readonly value: Readonly<Record<string, unknown>>
}

const calm: GraphDeliveries = { duplicates: 0, shuffleMs: 0, held: false }
const maxInOneCall = 20

/** Delivers changes at least once: signed over the raw bytes, repeated with growing delays until a 200. */
export class GraphWebhooks {
  url: string | null
  deliveries: GraphDeliveries = { ...calm }
  /** Status of every refused call; 0: no answer. */
  readonly refusals: number[] = []
  delivered = 0
  private readonly env: GraphEnv
  private readonly timers = new Set<NodeJS.Timeout>()
  private waiting: { readonly wabaId: string; readonly change: Change }[] = []
  private calls = 0

  constructor(env: GraphEnv) {
    this.env = env
    this.url = env.webhookUrl
  }

  emit(wabaId: string, change: Change): void {
    const copies = Array.from({ length: 1 + this.deliveries.duplicates }, () => ({ wabaId, change }))
    const { held, shuffleMs } = this.deliveries
    if (!held && shuffleMs === 0) {
      for (const copy of copies) void this.call(envelope([copy]), 1_000)
      return
    }
    const first = this.waiting.length === 0
    this.waiting.push(...copies)
    if (first && !held) this.later(shuffleMs, () => this.flush())
  }

  /** What is still to be delivered or on its way: 0 when the business has taken everything. */
  get pending(): number {
    return this.waiting.length + this.timers.size + this.calls
  }

  setDeliveries(changes: Partial<GraphDeliveries>): void {
    this.deliveries = { ...this.deliveries, ...changes }
    if (!this.deliveries.held) this.flush()
  }

  /** The platform proves that the address is ours. */
  async verifies(url: string, verifyToken: string): Promise<boolean> {
    const challenge = String(Math.floor(Math.random() * 1e9))
    const query = new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.challenge': challenge,
      'hub.verify_token': verifyToken,
    })
    const reply = await fetch(`${url}?${query.toString()}`).catch(() => null)
    return reply?.status === 200 && (await reply.text()) === challenge
  }

  later(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      work()
    }, ms)
    this.timers.add(timer)
  }

  reset(): void {
    this.stop()
    this.waiting = []
    this.deliveries = { ...calm }
    this.refusals.length = 0
    this.delivered = 0
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer)
    this.timers.clear()
  }

  private flush(): void {
    const mixed = this.waiting
      .map((one) => ({ one, at: Math.random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ one }) => one)
    this.waiting = []
    for (let at = 0; at < mixed.length; at += maxInOneCall)
      void this.call(envelope(mixed.slice(at, at + maxInOneCall)), 1_000)
  }

  private async call(body: string, nextWaitMs: number): Promise<void> {
    if (!this.url) return
    const signature = createHmac('sha256', this.env.appSecret).update(body).digest('hex')
    this.calls += 1
    try {
      const reply = await fetch(this.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
        body,
        signal: AbortSignal.timeout(5_000),
      })
      if (reply.status === 200) {
        this.delivered += 1
        return
      }
      this.refusals.push(reply.status)
    } catch {
      this.refusals.push(0)
    } finally {
      this.calls -= 1
    }
    if (nextWaitMs < 600_000) this.later(nextWaitMs, () => void this.call(body, nextWaitMs * 2))
  }
}

function envelope(changes: readonly { readonly wabaId: string; readonly change: Change }[]): string {
  const byAccount = Map.groupBy(changes, ({ wabaId }) => wabaId)
  return JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [...byAccount].map(([id, some]) => ({ id, changes: some.map(({ change }) => change) })),
  })
}
