import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { renderSVG } from 'uqr'
import type { EvolutionEnv } from './evolution-env.ts'
import {
  closeReasons,
  type EvolutionBubble,
  type Instance,
  type InstanceState,
  type WebhookSettings,
} from './evolution-records.ts'

export interface EvolutionDeliveries {
  duplicates: number
  /** Each event leaves after a random part of this, so that they overtake each other. */
  shuffleMs: number
  held: boolean
}

const calm: EvolutionDeliveries = { duplicates: 0, shuffleMs: 0, held: false }
/** Never tried again after one of these. */
const finalStatuses: readonly number[] = [400, 401, 403, 404, 422]
const maxTries = 10

/** The gateway's instances, their lines and their threads. */
export class EvolutionWorld {
  readonly env: EvolutionEnv
  readonly instances = new Map<string, Instance>()
  readonly bubbles: EvolutionBubble[] = []
  readonly names = new Map<string, string>()
  /** Numbers without WhatsApp. */
  readonly strangers = new Set<string>()
  readonly refusals: number[] = []
  deliveries: EvolutionDeliveries = { ...calm }
  /** Asked how often; a driver that polls in a loop is seen here. */
  connects = 0
  /** Its database keeps messages; a setting of the real one. */
  keeps = true
  clockAheadMs = 0
  private held: (() => void)[] = []
  private readonly timers = new Set<NodeJS.Timeout>()

  constructor(env: EvolutionEnv) {
    this.env = env
  }

  now(): number {
    return Date.now() + this.clockAheadMs
  }

  create(name: string, its: { number: string | null; token: string | null; integration: string }): Instance {
    const made: Instance = {
      name,
      id: randomUUID(),
      token: its.token ?? randomUUID().toUpperCase(),
      integration: its.integration,
      number: its.number,
      state: 'close',
      profileName: null,
      qr: null,
      webhook: null,
      banned: false,
      stuck: false,
      qrTimer: null,
    }
    this.instances.set(name, made)
    return made
  }

  /** Blocks like the gateway; then a code is there, unless the line is stuck. */
  async connect(instance: Instance, number: string | null): Promise<void> {
    this.connects += 1
    if (number) instance.number = number
    if (this.env.connectMs > 0) await wait(this.env.connectMs)
    if (instance.state === 'open' || !this.instances.has(instance.name)) return
    if (instance.state !== 'connecting') this.move(instance, 'connecting', null)
    if (instance.stuck || instance.qr) return
    await this.nextCode(instance)
  }

  /** The phone scans the code, or its owner types it. False: there is none. */
  scan(instance: Instance, number: string): boolean {
    if (!instance.qr || instance.state !== 'connecting') return false
    this.stopCodes(instance)
    instance.number = number
    instance.profileName = instance.name
    // The library closes and opens once more after a scan.
    this.event(instance, 'connection.update', {
      instance: instance.name,
      state: 'close',
      statusReason: closeReasons.restart,
    })
    this.move(instance, 'open', 200)
    return true
  }

  close(instance: Instance, reason: keyof typeof closeReasons): void {
    this.stopCodes(instance)
    if (reason === 'banned') instance.banned = true
    if (reason === 'loggedOut' || reason === 'banned') instance.profileName = null
    this.move(instance, 'close', closeReasons[reason])
  }

  move(instance: Instance, state: InstanceState, statusReason: number | null): void {
    instance.state = state
    this.event(instance, 'connection.update', {
      instance: instance.name,
      ...(state === 'open'
        ? { wuid: `${instance.number}@s.whatsapp.net`, profileName: instance.profileName }
        : {}),
      state,
      ...(statusReason === null ? {} : { statusReason }),
    })
  }

  stopCodes(instance: Instance): void {
    if (instance.qrTimer) clearTimeout(instance.qrTimer)
    instance.qrTimer = null
    instance.qr = null
  }

  /** A message of the customer, or of the owner on the phone (`fromMe`). */
  receive(
    instance: Instance,
    its: {
      readonly number: string
      readonly by: 'customer' | 'owner'
      readonly text: string
      readonly name: string | null
      readonly messageType: string
      readonly message: Readonly<Record<string, unknown>>
      readonly id?: string | undefined
    },
  ): EvolutionBubble {
    const bubble: EvolutionBubble = {
      id: its.id ?? newKey(),
      instance: instance.name,
      number: its.number,
      by: its.by,
      text: its.text,
      rows: [],
      at: this.now(),
      status: 'DELIVERY_ACK',
    }
    this.bubbles.push(bubble)
    if (its.name) this.names.set(its.number, its.name)
    this.event(instance, 'messages.upsert', {
      key: {
        remoteJid: `${its.number}@s.whatsapp.net`,
        fromMe: its.by === 'owner',
        id: bubble.id,
      },
      pushName: its.by === 'owner' ? instance.profileName : (this.names.get(its.number) ?? 'Cliente'),
      status: 'DELIVERY_ACK',
      message: its.message,
      messageType: its.messageType,
      messageTimestamp: Math.floor(bubble.at / 1_000),
      instanceId: instance.id,
      source: its.by === 'owner' ? 'android' : 'ios',
    })
    return bubble
  }

  /** Takes what the store sends; acknowledgements follow. */
  send(
    instance: Instance,
    its: { readonly number: string; readonly text: string; readonly rows: EvolutionBubble['rows'] },
  ): EvolutionBubble {
    const bubble: EvolutionBubble = {
      id: newKey(),
      instance: instance.name,
      ...its,
      by: 'store',
      at: this.now(),
      status: 'PENDING',
    }
    this.bubbles.push(bubble)
    this.event(instance, 'send.message', { ...sentView(instance, bubble), pushName: instance.profileName })
    for (const [index, status] of (['SERVER_ACK', 'DELIVERY_ACK'] as const).entries())
      this.later(this.env.statusDelayMs * (index + 1), () => this.acknowledge(instance, bubble, status))
    return bubble
  }

  acknowledge(instance: Instance, bubble: EvolutionBubble, status: EvolutionBubble['status']): void {
    if (instance.state !== 'open') return
    bubble.status = status
    this.event(instance, 'messages.update', {
      keyId: bubble.id,
      remoteJid: `${bubble.number}@s.whatsapp.net`,
      fromMe: true,
      participant: `${bubble.number}@s.whatsapp.net`,
      status,
      instanceId: instance.id,
      messageId: bubble.id,
    })
  }

  event(instance: Instance, event: string, data: unknown): void {
    const { webhook } = instance
    if (!webhook?.enabled || !wanted(webhook, event)) return
    const url = webhook.byEvents ? `${webhook.url}/${event.replaceAll(/[._]/g, '-')}` : webhook.url
    const body = JSON.stringify({
      event,
      instance: instance.name,
      data,
      destination: webhook.url,
      date_time: new Date(this.now()).toISOString(),
      sender: instance.number ? `${instance.number}@s.whatsapp.net` : null,
      server_url: 'http://127.0.0.1',
      apikey: instance.token,
    })
    for (let copy = 0; copy <= this.deliveries.duplicates; copy += 1) {
      const leave = () => void this.call(url, { body, webhook, tries: 1 })
      if (this.deliveries.held) this.held.push(leave)
      else if (this.deliveries.shuffleMs > 0) this.later(Math.random() * this.deliveries.shuffleMs, leave)
      else leave()
    }
  }

  setDeliveries(changes: Partial<EvolutionDeliveries>): void {
    this.deliveries = { ...this.deliveries, ...changes }
    if (this.deliveries.held) return
    for (const leave of this.held) leave()
    this.held = []
  }

  thread(name: string, number: string): readonly EvolutionBubble[] {
    return this.bubbles.filter((bubble) => bubble.instance === name && bubble.number === number)
  }

  remove(instance: Instance): void {
    this.stopCodes(instance)
    this.instances.delete(instance.name)
  }

  later(ms: number, work: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      work()
    }, ms)
    this.timers.add(timer)
    return timer
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer)
    this.timers.clear()
    for (const instance of this.instances.values()) this.stopCodes(instance)
  }

  reset(): void {
    this.stop()
    this.instances.clear()
    this.bubbles.length = 0
    this.names.clear()
    this.strangers.clear()
    this.refusals.length = 0
    this.deliveries = { ...calm }
    this.held = []
    this.connects = 0
    this.keeps = true
    this.clockAheadMs = 0
  }

  /** One code after the other until somebody scans or the limit is reached. */
  async nextCode(instance: Instance): Promise<void> {
    const count = (instance.qr?.count ?? 0) + 1
    if (count > this.env.qrLimit) {
      this.stopCodes(instance)
      instance.state = 'refused'
      this.event(instance, 'qrcode.updated', {
        message: 'QR code limit reached, please login again',
        statusCode: 500,
      })
      this.move(instance, 'refused', 500)
      return
    }
    const code = `2@${randomBytes(64).toString('base64')},${randomBytes(32).toString('base64')},${instance.id}`
    const image = await sharp(Buffer.from(renderSVG(code)))
      .png()
      .toBuffer()
    if (instance.state !== 'connecting') return
    instance.qr = {
      count,
      code,
      pairingCode: instance.number ? pairingCode() : null,
      base64: `data:image/png;base64,${image.toString('base64')}`,
    }
    this.event(instance, 'qrcode.updated', {
      qrcode: {
        instance: instance.name,
        pairingCode: instance.qr.pairingCode,
        code,
        base64: instance.qr.base64,
      },
    })
    instance.qrTimer = this.later(this.env.qrMs, () => void this.nextCode(instance))
  }

  /** Tries ten times with growing delays, and never after an answer that is final. */
  private async call(
    url: string,
    its: { readonly body: string; readonly webhook: WebhookSettings; readonly tries: number },
  ): Promise<void> {
    const { jwt_key: key, ...own } = its.webhook.headers
    const headers: Record<string, string> = { 'content-type': 'application/json', ...own }
    if (key) headers.authorization = `Bearer ${jwtOf(key, this.now())}`
    try {
      const reply = await fetch(url, {
        method: 'POST',
        headers,
        body: its.body,
        signal: AbortSignal.timeout(30_000),
      })
      if (reply.ok) return
      this.refusals.push(reply.status)
      if (finalStatuses.includes(reply.status)) return
    } catch {
      this.refusals.push(0)
    }
    if (its.tries < maxTries)
      this.later(
        Math.min(300_000, 5_000 * 2 ** (its.tries - 1)),
        () => void this.call(url, { ...its, tries: its.tries + 1 }),
      )
  }
}

/** `MESSAGES_UPSERT` names `messages.upsert`; no list means all. */
const wanted = ({ events }: WebhookSettings, event: string): boolean =>
  events.length === 0 || events.includes(event.replaceAll('.', '_').toUpperCase())

export const sentView = (instance: Instance, bubble: EvolutionBubble) => ({
  key: { remoteJid: `${bubble.number}@s.whatsapp.net`, fromMe: true, id: bubble.id },
  pushName: '',
  status: bubble.status,
  message: { conversation: bubble.text },
  contextInfo: null,
  messageType: bubble.rows.length > 0 ? 'listMessage' : 'conversation',
  messageTimestamp: Math.floor(bubble.at / 1_000),
  instanceId: instance.id,
  source: 'unknown',
})

/** A message of either side as the database shows it. */
export const keptView = (instance: Instance, bubble: EvolutionBubble) => {
  const view = sentView(instance, bubble)
  return {
    ...view,
    key: { ...view.key, fromMe: bubble.by !== 'customer' },
    MessageUpdate: [{ status: bubble.status }],
  }
}

const newKey = (): string => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`

/** Eight letters and digits that are hard to mistake. */
const pairingCode = (): string =>
  Array.from(randomBytes(8), (byte) => '123456789ABCDEFGHJKLMNPQRSTVWXYZ'[byte % 32]).join('')

/** HS256, ten minutes. */
function jwtOf(key: string, now: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const issued = Math.floor(now / 1_000)
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({
    iat: issued,
    exp: issued + 600,
    app: 'evolution',
    action: 'webhook',
  })}`
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}
