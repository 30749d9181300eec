/**
 * The port of a WhatsApp line. Two drivers speak to it: the Cloud API of Meta (`cloud`) and an Evolution API server
 * (`evolution`). Neither keeps anything: states, messages and times are rows of ours.
 */
export type DriverKind = 'cloud' | 'evolution'

/** `embedded`: Meta's own sign-up window, only for the Cloud API. */
type PairingMethod = 'qr' | 'code' | 'embedded'

/** How a driver finds its line. Opened from the sealed row for one call; never logged. */
export interface LineAccess {
  /** Cloud API: the phone number's id. Evolution: the instance's name. Webhooks name the line by it. */
  readonly lineKey: string
  /** Cloud API: the business token. Evolution: the instance's token. */
  readonly token: string
}

/** Who writes or is written to: by phone (E.164 without "+"), by the platform's own user id (`BR.…`), or both. */
export interface Correspondent {
  readonly phone: string | null
  readonly userId: string | null
}

export interface PairingRequest {
  readonly method: PairingMethod
  /** The store's own number, E.164 without "+". */
  readonly number: string
  /** The name that an instance is made under (Evolution). */
  readonly lineKey: string
  /** Cloud API: the ids of number and account, with a code of Meta's sign-up window or a token of its business page. */
  readonly signUp: {
    readonly phoneId: string
    readonly accountId: string
    readonly code: string | null
    readonly token: string | null
  } | null
  /** Where the line's webhooks go, with the secret that they must carry (Evolution). */
  readonly webhook: { readonly url: string; readonly secret: string }
}

/** What a phone is shown. Both null: the provider has made none yet, it comes as a connection event. */
export interface PairingStep {
  /** What the QR stands for, to be drawn by us. */
  readonly qr: string | null
  /** Eight letters and digits to type on the phone. */
  readonly code: string | null
}

/** `connecting`: it tries on its own; of a line that waits for a phone this says nothing. */
export type LineState = 'pairing' | 'connecting' | 'syncing' | 'open' | 'closed' | 'refused' | 'banned'
/** Meta's rating of the number. */
export type LineQuality = 'green' | 'yellow' | 'red'

/** What the provider says of the line now. */
export interface LineReading {
  readonly state: LineState
  /** Null: this driver has no such thing, or does not know. */
  readonly quality: LineQuality | null
  /** Different people a day that the line may write to first. Null: unknown or without end. */
  readonly tier: number | null
  readonly pairing: PairingStep | null
}

interface ReplyButton {
  /** Comes back with the answer. At most 200 letters. */
  readonly id: string
  /** At most 20 letters. */
  readonly title: string
}

export interface ListRow {
  readonly id: string
  /** At most 24 letters. */
  readonly title: string
  /** At most 72 letters; may be empty. */
  readonly description: string
}

/** A driver that has no buttons or lists sends them as numbered lines of text. */
export type MessageContent =
  | { readonly type: 'text'; readonly body: string }
  /** At most three. */
  | { readonly type: 'buttons'; readonly body: string; readonly buttons: readonly ReplyButton[] }
  /** At most ten rows in all. */
  | { readonly type: 'list'; readonly body: string; readonly open: string; readonly rows: readonly ListRow[] }
  /** An approved text of the platform with its fields in order; `body` is the same text filled in. */
  | {
      readonly type: 'template'
      readonly name: string
      readonly language: string
      readonly fields: readonly string[]
      readonly body: string
    }

export interface DriverMessage {
  readonly to: Correspondent
  readonly content: MessageContent
  /** Our id of the message. The Cloud API gives it back with every status (`biz_opaque_callback_data`). */
  readonly key: string
}

export interface Template {
  readonly name: string
  readonly language: string
  /** With `{{1}}`, `{{2}}` … where the fields go. */
  readonly body: string
  /** One for each field: the platform wants to see a filled one. */
  readonly examples: readonly string[]
}

export interface MessagingDriver {
  readonly kind: DriverKind
  /** Makes the line at the provider and asks for the first QR or code. May take five seconds. */
  startPairing(
    request: PairingRequest,
  ): Promise<{ readonly access: LineAccess; readonly step: PairingStep; readonly state: LineState }>
  /** The next QR or code of a line that waits for one. */
  renewPairing(
    line: LineAccess,
    number: string | null,
  ): Promise<{ readonly step: PairingStep; readonly state: LineState }>
  /** The phone is no longer linked; a line that was not is no fault. */
  logOut(line: LineAccess): Promise<void>
  /** The provider forgets the line. */
  remove(line: LineAccess): Promise<void>
  /** Asks for the approval of a text and returns its state; absent: this driver needs none. */
  submitTemplate?(line: LineAccess, accountId: string, template: Template): Promise<TemplateState>
  /** Throws a DriverRefusal if the provider did not take it. */
  send(line: LineAccess, message: DriverMessage): Promise<{ readonly providerId: string }>
  /** What the provider keeps with these words to this person, sent since then; absent: it cannot be asked. */
  findSent?(
    line: LineAccess,
    asked: { readonly to: Correspondent; readonly words: string; readonly since: Date },
  ): Promise<readonly SentCopy[]>
  readLine(line: LineAccess): Promise<LineReading>
}

/** A message of ours as the provider keeps it. */
export interface SentCopy {
  readonly providerId: string
  readonly at: Date
}

/**
 * Why a provider did not do it.
 * `not-reached`: no connection, so nothing was done. `unreachable`: nothing came back or a 5xx: it may have been done. `throttled`: try again later (130429).
 * `pair-rate`: this person was written to too often (131056). `window-closed`: more than 24 hours since the person's
 * last message (131047). `no-account`: the number has no WhatsApp (131026). `template`: it is unknown or not approved
 * (132001, 132015). `unauthorized`: the token is no longer good (190, 401). `banned`: the number is locked (131031,
 * 368). `not-open`: the line is not connected. `stuck`: it answers but makes no QR (`{"count":0}`).
 */
export type RefusalReason =
  | 'not-reached'
  | 'unreachable'
  | 'throttled'
  | 'pair-rate'
  | 'window-closed'
  | 'no-account'
  | 'template'
  | 'unauthorized'
  | 'banned'
  | 'not-open'
  | 'stuck'
  | 'refused'

export class DriverRefusal extends Error {
  readonly reason: RefusalReason
  /** For the log, without tokens or people's numbers. */
  readonly detail: string
  readonly retryAfterMs: number | null

  constructor(reason: RefusalReason, detail: string, retryAfterMs: number | null = null) {
    super(`${reason}: ${detail}`)
    this.name = 'DriverRefusal'
    this.reason = reason
    this.detail = detail
    this.retryAfterMs = retryAfterMs
  }
}

/** What a customer sent, as far as the conversation needs it. */
export type IncomingContent =
  | { readonly type: 'text'; readonly body: string }
  /** A button or a list's row; `id` is what we gave it. */
  | { readonly type: 'choice'; readonly id: string; readonly title: string }
  | {
      readonly type: 'location'
      readonly latitude: number
      readonly longitude: number
      readonly address: string | null
    }
  /** A picture, sound, contact, sticker or anything that is answered by words only. Its file is never fetched. */
  | { readonly type: 'other'; readonly what: string }

/**
 * A webhook's news, translated once at the door. Delivered at least once and in any order. `lineKey` is null where the
 * platform names only the business account.
 */
export type LineEvent = MessageEvent | StatusEvent | ConnectionEvent | TemplateEvent

export interface MessageEvent {
  readonly type: 'message'
  readonly lineKey: string
  /** Unique on the line: a second delivery has the same. */
  readonly providerId: string
  readonly at: Date
  /** The customer, also when the store wrote (`echo`). */
  readonly from: Correspondent
  readonly name: string | null
  /** The store's own people wrote it on the phone: the conversation falls silent. */
  readonly echo: boolean
  readonly content: IncomingContent
}

export interface StatusEvent {
  readonly type: 'status'
  readonly lineKey: string
  readonly providerId: string
  /** Our id, where the provider gives it back. */
  readonly key: string | null
  readonly state: 'sent' | 'delivered' | 'read' | 'failed'
  readonly at: Date
  readonly refusal: RefusalReason | null
  /** Null: the provider does not say. */
  readonly billable: boolean | null
}

export interface ConnectionEvent {
  readonly type: 'connection'
  readonly lineKey: string | null
  readonly accountId: string | null
  readonly at: Date
  /** Null: only quality or tier changed. */
  readonly state: LineState | null
  readonly pairing: PairingStep | null
  readonly quality: LineQuality | null
  readonly tier: number | null
}

export type TemplateState = 'pending' | 'approved' | 'rejected' | 'paused'

interface TemplateEvent {
  readonly type: 'template'
  readonly lineKey: null
  readonly accountId: string
  readonly at: Date
  readonly name: string
  readonly language: string
  readonly state: TemplateState
}
