/**
 * The port of a WhatsApp line. Two drivers implement it: Meta's Cloud API (`cloud`) and an Evolution API server
 * (`evolution`). Drivers are stateless: line states, messages and times are rows in our database.
 */
export type DriverKind = 'cloud' | 'evolution'

/** `embedded`: Meta's own sign-up window, for the Cloud API only. */
type PairingMethod = 'qr' | 'code' | 'embedded'

/** What a driver needs to call the provider about one line. Unsealed for a single call; never logged. */
export interface LineAccess {
  /** Cloud API: the phone number's id. Evolution: the instance's name. Webhooks name the line by it. */
  readonly lineKey: string
  /** Cloud API: the business token. Evolution: the instance's token. */
  readonly token: string
}

/** The person at the other end: a phone (E.164 without "+"), the platform's own user id (`BR.…`), or both. */
export interface Correspondent {
  readonly phone: string | null
  readonly userId: string | null
}

export interface PairingRequest {
  readonly method: PairingMethod
  /** The store's own number, E.164 without "+". */
  readonly number: string
  /** The name of the instance to create (Evolution). */
  readonly lineKey: string
  /** Cloud API: ids of the number and the account, with either a code from Meta's sign-up window or a token. */
  readonly signUp: {
    readonly phoneId: string
    readonly accountId: string
    readonly code: string | null
    readonly token: string | null
  } | null
  /** Address for the line's webhooks, and the secret that each one must carry (Evolution). */
  readonly webhook: { readonly url: string; readonly secret: string }
}

/** What the owner needs to link a phone. Both null: not ready yet; a connection event will bring it. */
export interface PairingStep {
  /** The QR code's content; we draw it. */
  readonly qr: string | null
  /** Eight letters and digits to type into the phone. */
  readonly code: string | null
}

/** `connecting`: the provider is trying on its own. While a line waits for a phone, this means nothing. */
export type LineState = 'pairing' | 'connecting' | 'syncing' | 'open' | 'closed' | 'refused' | 'banned'
/** Meta's rating of the number. */
export type LineQuality = 'green' | 'yellow' | 'red'

/** The line's current state at the provider. */
export interface LineReading {
  /** Null: a state that this version does not know; the line stays as it was. */
  readonly state: LineState | null
  /** Null: unknown, or not a concept of this provider. */
  readonly quality: LineQuality | null
  /** How many people the line may write to first in a day. Null: unknown or unlimited. */
  readonly tier: number | null
  readonly pairing: PairingStep | null
}

interface ReplyButton {
  /** Returned with the customer's choice. At most 200 characters. */
  readonly id: string
  /** At most 20 characters. */
  readonly title: string
}

export interface ListRow {
  readonly id: string
  /** At most 24 characters. */
  readonly title: string
  /** At most 72 characters; may be empty. */
  readonly description: string
}

/** A driver without buttons and lists sends them as numbered lines of text. */
export type MessageContent =
  | { readonly type: 'text'; readonly body: string }
  /** At most three buttons. */
  | { readonly type: 'buttons'; readonly body: string; readonly buttons: readonly ReplyButton[] }
  /** At most ten rows in total. */
  | { readonly type: 'list'; readonly body: string; readonly open: string; readonly rows: readonly ListRow[] }
  /** A template approved by Meta, with its fields in order. `body` is the same text with the fields filled in. */
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
  /** Our id for the message. The Cloud API returns it with every status (`biz_opaque_callback_data`). */
  readonly key: string
}

export interface Template {
  readonly name: string
  readonly language: string
  /** With `{{1}}`, `{{2}}` … in place of the fields. */
  readonly body: string
  /** One per field: Meta reviews a filled-in text. */
  readonly examples: readonly string[]
}

export interface MessagingDriver {
  readonly kind: DriverKind
  /** Creates the line at the provider and asks for the first QR or code. May take five seconds. */
  startPairing(
    request: PairingRequest,
  ): Promise<{ readonly access: LineAccess; readonly step: PairingStep; readonly state: LineState }>
  /** Asks for the next QR or code of a line that is being paired. */
  renewPairing(
    line: LineAccess,
    number: string | null,
  ): Promise<{ readonly step: PairingStep; readonly state: LineState }>
  /** Unlinks the phone. Succeeds if it was not linked. */
  logOut(line: LineAccess): Promise<void>
  /** Deletes the line at the provider. */
  remove(line: LineAccess): Promise<void>
  /** Submits a template for approval and returns its state, or null if we do not know it. Absent: the provider has none. */
  submitTemplate?(line: LineAccess, accountId: string, template: Template): Promise<TemplateState | null>
  /** Throws a DriverRefusal if the provider did not accept the message. */
  send(line: LineAccess, message: DriverMessage): Promise<{ readonly providerId: string }>
  /** Finds messages of ours with this text to this person, sent since then. Absent: the provider cannot be asked. */
  findSent?(
    line: LineAccess,
    query: { readonly to: Correspondent; readonly text: string; readonly since: Date },
  ): Promise<readonly SentCopy[]>
  readLine(line: LineAccess): Promise<LineReading>
}

/** A message of ours as stored at the provider. */
export interface SentCopy {
  readonly providerId: string
  readonly at: Date
}

/**
 * Why a provider's call failed. Numbers are Meta's error codes.
 * `not-reached`: no connection, so nothing was done. `unreachable`: no answer or a 5xx, so it may have been done.
 * `throttled`: try again later (130429). `pair-rate`: too many messages to this person (131056). `window-closed`: the
 * person's last message is older than 24 hours (131047). `no-account`: the number has no WhatsApp (131026).
 * `template`: unknown or not approved (132001, 132015). `withheld`: Meta does not deliver it to this person now (131049,
 * 130472), or the person wants no such messages (131050). `unauthorized`: the token is no longer valid (190, 401).
 * `banned`: the number is blocked (131031, 368). `not-open`: the line is not connected. `stuck`: it answers but never
 * produces a QR (`{"count":0}`).
 */
export type RefusalReason =
  | 'not-reached'
  | 'unreachable'
  | 'throttled'
  | 'pair-rate'
  | 'window-closed'
  | 'no-account'
  | 'template'
  | 'withheld'
  | 'unauthorized'
  | 'banned'
  | 'not-open'
  | 'stuck'
  | 'refused'

export class DriverRefusal extends Error {
  readonly reason: RefusalReason
  /** For the log; holds neither tokens nor phone numbers. */
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

export type TemplateState = 'pending' | 'approved' | 'rejected' | 'paused' | 'deleted'
