import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { GraphEnv } from './graph-env.ts'
import { webhookError } from './graph-errors.ts'
import type {
  Bubble,
  BusinessPhone,
  Charge,
  Customer,
  Media,
  MessageStatus,
  Template,
} from './graph-records.ts'
import { GraphWebhooks } from './graph-webhooks.ts'

export interface GraphFault {
  readonly code: 4 | 130429 | 131000 | 131056
  readonly until: number
  readonly phoneId: string | null
}

/** The simulated platform: numbers, customers, messages, templates. */
export class GraphWorld {
  readonly env: GraphEnv
  readonly webhooks: GraphWebhooks
  readonly phones = new Map<string, BusinessPhone>()
  readonly customers = new Map<string, Customer>()
  readonly templates: Template[] = []
  readonly media = new Map<string, Media>()
  readonly bubbles: Bubble[] = []
  readonly charges: Charge[] = []
  /** How often each of a business's own ids (`biz_opaque_callback_data`) was taken: a second time is a message sent twice. */
  readonly taken = new Map<string, number>()
  /** When the customer last wrote to the number: `phone:customer`. */
  readonly lastInboundAt = new Map<string, number>()
  /** Sends that one pair may still make at once, with the time of the last: `phone:customer`. */
  readonly pairs = new Map<string, { left: number; at: number }>()
  readonly subscribed = new Set<string>()
  readonly tokens = new Set<string>()
  readonly signupCodes = new Set<string>()
  fault: GraphFault | null = null
  /** Where the refusal of a closed window arrives; the platform has done both. */
  refusesBy: 'reply' | 'webhook' = 'reply'
  /** Customers read what they get. */
  readsAfterMs: number | null = null
  clockAheadMs = 0

  constructor(env: GraphEnv) {
    this.env = env
    this.webhooks = new GraphWebhooks(env)
    this.tokens.add(env.accessToken)
  }

  now(): number {
    return Date.now() + this.clockAheadMs
  }

  newMessageId(): string {
    return `wamid.${randomBytes(24).toString('base64')}`
  }

  /** The person with this number; made when first seen. */
  customer(waId: string, name?: string): Customer {
    const known = this.customers.get(waId)
    if (known) {
      if (name) known.name = name
      return known
    }
    const made: Customer = {
      waId,
      userId: `BR.${createHash('sha256').update(waId).digest('hex').slice(0, 20)}`,
      name: name ?? 'Cliente',
      hidesNumber: false,
      unreachable: false,
    }
    this.customers.set(waId, made)
    return made
  }

  /** By number, with or without the ninth digit, or by the platform's own id. */
  findCustomer(to: string): Customer {
    const byId = [...this.customers.values()].find(({ userId }) => userId === to)
    if (byId) return byId
    const digits = to.replaceAll(/\D/g, '')
    for (const form of numberForms(digits)) {
      const known = this.customers.get(form)
      if (known) return known
    }
    return this.customer(digits)
  }

  /** The customer writes; the number's window opens. */
  receive(phone: BusinessPhone, who: Customer, its: InboundMessage): Bubble {
    const at = this.now()
    const bubble: Bubble = {
      id: its.id ?? this.newMessageId(),
      phoneId: phone.id,
      waId: who.waId,
      by: 'customer',
      type: its.type,
      text: its.text,
      choices: null,
      at,
      status: 'delivered',
      failure: null,
      callbackData: null,
    }
    this.bubbles.push(bubble)
    this.lastInboundAt.set(pairOf(phone, who), at)
    const sender = who.hidesNumber ? {} : { from: who.waId }
    this.change(phone, 'messages', {
      contacts: [
        {
          profile: { name: who.name },
          user_id: who.userId,
          ...(who.hidesNumber ? {} : { wa_id: who.waId }),
        },
      ],
      messages: [
        {
          ...sender,
          from_user_id: who.userId,
          id: bubble.id,
          timestamp: seconds(at),
          type: its.type,
          ...its.content,
        },
      ],
    })
    return bubble
  }

  /** The owner writes to the customer with the app on the phone. */
  echo(phone: BusinessPhone, who: Customer, text: string): Bubble {
    const at = this.now()
    const bubble: Bubble = {
      id: this.newMessageId(),
      phoneId: phone.id,
      waId: who.waId,
      by: 'owner',
      type: 'text',
      text,
      choices: null,
      at,
      status: 'delivered',
      failure: null,
      callbackData: null,
    }
    this.bubbles.push(bubble)
    this.change(phone, 'smb_message_echoes', {
      message_echoes: [
        {
          from: phone.displayNumber.replaceAll(/\D/g, ''),
          to: who.waId,
          to_user_id: who.userId,
          id: bubble.id,
          timestamp: seconds(at),
          type: 'text',
          text: { body: text },
        },
      ],
    })
    return bubble
  }

  /** What became of a message, as its sender hears it. */
  status(phone: BusinessPhone, bubble: Bubble, status: MessageStatus, details = ''): void {
    bubble.status = status
    const who = this.customer(bubble.waId)
    const charge = this.charges.findLast(({ messageId }) => messageId === bubble.id)
    this.change(phone, 'messages', {
      statuses: [
        {
          id: bubble.id,
          status,
          timestamp: seconds(this.now()),
          ...(who.hidesNumber ? {} : { recipient_id: who.waId }),
          recipient_user_id: who.userId,
          ...(bubble.callbackData === null ? {} : { biz_opaque_callback_data: bubble.callbackData }),
          ...(charge && status !== 'failed'
            ? {
                pricing: {
                  billable: charge.billable,
                  pricing_model: 'PMP',
                  category: charge.category,
                  type: charge.billable ? 'regular' : 'free_customer_service',
                },
              }
            : {}),
          ...(status === 'failed' && bubble.failure !== null
            ? { errors: [webhookError(bubble.failure, details)] }
            : {}),
        },
      ],
    })
  }

  change(phone: BusinessPhone, field: string, value: Readonly<Record<string, unknown>>): void {
    this.webhooks.emit(phone.wabaId, {
      field,
      value: {
        messaging_product: 'whatsapp',
        metadata: {
          display_phone_number: phone.displayNumber.replaceAll(/\D/g, ''),
          phone_number_id: phone.id,
        },
        ...value,
      },
    })
  }

  thread(phoneId: string, waId: string): readonly Bubble[] {
    return this.bubbles.filter((bubble) => bubble.phoneId === phoneId && bubble.waId === waId)
  }

  newToken(): string {
    const token = `EAAG${randomUUID().replaceAll('-', '')}`
    this.tokens.add(token)
    return token
  }

  reset(): void {
    this.webhooks.reset()
    for (const known of [
      this.phones,
      this.customers,
      this.media,
      this.lastInboundAt,
      this.pairs,
      this.subscribed,
      this.tokens,
      this.signupCodes,
      this.taken,
    ])
      known.clear()
    for (const list of [this.templates, this.bubbles, this.charges]) list.length = 0
    this.tokens.add(this.env.accessToken)
    this.fault = null
    this.refusesBy = 'reply'
    this.readsAfterMs = null
    this.clockAheadMs = 0
  }
}

export interface InboundMessage {
  readonly type: string
  /** As the thread shows it. */
  readonly text: string
  /** The part of the webhook's message that depends on its type. */
  readonly content: Readonly<Record<string, unknown>>
  /** Given by a test that repeats a message. */
  readonly id?: string | undefined
}

export const pairOf = (phone: Pick<BusinessPhone, 'id'>, who: Pick<Customer, 'waId'>): string =>
  `${phone.id}:${who.waId}`

const seconds = (at: number): string => String(Math.floor(at / 1_000))

/** A Brazilian mobile number is known with or without its ninth digit. */
function numberForms(digits: string): readonly string[] {
  const long = /^(55[1-9]\d)9(\d{8})$/.exec(digits)
  if (long) return [digits, `${long[1]}${long[2]}`]
  const short = /^(55[1-9]\d)([6-9]\d{7})$/.exec(digits)
  return short ? [digits, `${short[1]}9${short[2]}`] : [digits]
}
