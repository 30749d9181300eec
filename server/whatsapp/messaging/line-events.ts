import type {
  Correspondent,
  LineQuality,
  LineState,
  PairingStep,
  RefusalReason,
  TemplateState,
} from './messaging-driver.ts'

/** What a customer sent, reduced to what the conversation needs. */
export type IncomingContent =
  | { readonly type: 'text'; readonly body: string }
  /** A tapped button or list row; `id` is the one that we sent. */
  | { readonly type: 'choice'; readonly id: string; readonly title: string }
  | {
      readonly type: 'location'
      readonly latitude: number
      readonly longitude: number
      readonly address: string | null
    }
  | Cart
  /**
   * A picture, film, audio, document or contact. Its file is never downloaded. Absent caption: it has none. Absent
   * `seconds`: it has no length, or the platform does not give it.
   */
  | {
      readonly type: 'other'
      readonly what: string
      readonly caption?: string | undefined
      readonly seconds?: number | undefined
    }
  /** An emoji on a message. Empty: it was taken back. */
  | { readonly type: 'reaction'; readonly emoji: string }
  /** Not addressed to anybody who could answer. */
  | { readonly type: 'notice'; readonly what: NoticeKind }

/** `unsupported`: the platform, or this version, cannot show it. `system`: the platform's own bookkeeping. */
export const noticeKinds = ['poll', 'sticker', 'unsupported', 'system'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** A cart of WhatsApp's own catalogue. `text`: the customer's note, or what is known of a cart without lines. */
export interface Cart {
  readonly type: 'cart'
  readonly lines: readonly CartLine[]
  readonly text: string
}

export interface CartLine {
  /** The item's code in the catalogue. */
  readonly code: string
  readonly quantity: number
  /** Null: not given, or not in reais. */
  readonly priceCents: number | null
}

/**
 * A provider's event, translated as soon as its webhook arrives. Delivered at least once, in any order. `lineKey` is
 * null where the platform names only the business account.
 */
export type LineEvent =
  | MessageEvent
  | ChangeEvent
  | StatusEvent
  | ConnectionEvent
  | TemplateEvent
  | UnreadEvent

export interface MessageEvent {
  readonly type: 'message'
  readonly lineKey: string
  /** Unique on the line; a repeated delivery has the same one. */
  readonly providerId: string
  readonly at: Date
  /** The customer, even if the store wrote the message (`echo`). */
  readonly from: Correspondent
  readonly name: string | null
  /** The store's staff wrote it on the phone, so automatic replies stop. */
  readonly echo: boolean
  readonly content: IncomingContent
}

/** A message that was sent before is edited or deleted. */
export interface ChangeEvent {
  readonly type: 'change'
  readonly lineKey: string
  /** The message that changes. */
  readonly providerId: string
  readonly at: Date
  /** The customer, even if the store wrote the message (`echo`). Null: the provider names only the message. */
  readonly from: Correspondent | null
  readonly echo: boolean
  /** Null content: edited, and the new text cannot be read. */
  readonly change:
    | { readonly type: 'edited'; readonly content: IncomingContent | null }
    | { readonly type: 'deleted' }
}

export interface StatusEvent {
  readonly type: 'status'
  readonly lineKey: string
  readonly providerId: string
  /** Our id, if the provider returns it. */
  readonly key: string | null
  readonly state: 'sent' | 'delivered' | 'read' | 'failed'
  readonly at: Date
  readonly refusal: RefusalReason | null
  /** Null: the provider does not report it. */
  readonly billable: boolean | null
}

export interface ConnectionEvent {
  readonly type: 'connection'
  readonly lineKey: string | null
  readonly accountId: string | null
  readonly at: Date
  /** Null: only the quality or the tier changed. */
  readonly state: LineState | null
  readonly pairing: PairingStep | null
  readonly quality: LineQuality | null
  readonly tier: number | null
}

export type TemplateCategory = 'utility' | 'marketing' | 'authentication'
/** `flagged`: many people block it. `limit`: it was sent too often. `appeal`: Meta looks at its refusal again. */
export type TemplateWarning = 'flagged' | 'limit' | 'appeal'

export interface TemplateEvent {
  readonly type: 'template'
  readonly lineKey: null
  readonly accountId: string
  readonly at: Date
  readonly name: string
  readonly language: string
  /** Null: it stays as it was. */
  readonly state: TemplateState | null
  /** Null: there is none any more. Absent: it stays as it was. */
  readonly warning?: TemplateWarning | null
  /** Absent: it stays as it was. */
  readonly category?: TemplateCategory
  /** The category that Meta has announced. Null: there is none any more. Absent: it stays as it was. */
  readonly nextCategory?: TemplateCategory | null
}

/** Something that this version does not understand. It changes nothing. */
export interface UnreadEvent {
  readonly type: 'unread'
  readonly lineKey: string | null
  readonly accountId: string | null
  /** For the log, without personal data: "template state LOCKED". */
  readonly what: string
  /** Counted as refused for its form. False: a known form with a state that this version does not know. */
  readonly isRefused: boolean
}
