import { canSend } from '../line/line-state.rules.ts'
import type { DriverKind, MessageContent } from '../messaging/messaging-driver.ts'
import type { TemplateCategory } from '../messaging/line-events.ts'
import { messageMicros } from '../messaging/prices.rules.ts'
import { serviceWindowMs } from '../messaging/service-window.ts'
import type { LineStateName } from '../../../contract/whatsapp/line-states.ts'

/** Minimum time between two messages to one contact; Meta rejects faster ones (131056). */
export const minGapMs = 6_000
/** Messages that one number may send in a second; Meta rejects more (130429). */
export const maxPerSecond = 80

export interface SendFacts {
  readonly now: Date
  readonly kind: string
  /** Calendar day in the store's zone, `YYYY-MM-DD`. */
  readonly day: string
  readonly content: MessageContent
  readonly expiresAt: Date
  readonly line: { readonly state: LineStateName; readonly driver: DriverKind } | null
  readonly contact: {
    readonly phone: string | null
    /** The platform's own id: `…@lid` of a linked phone, or `BR.…`. */
    readonly userId: string | null
    readonly lastInAt: Date | null
    readonly lastOutAt: Date | null
    readonly optedOutAt: Date | null
  }
  /** The approved templates by name, with the category that Meta charges. */
  readonly approved: ReadonlyMap<string, TemplateCategory>
  readonly spentMicros: number
  readonly capCents: number | null
}

type EndCause = 'opted-out' | 'cap' | 'no-template' | 'no-phone' | 'not-understood'

export type Decision =
  | { readonly do: 'send'; readonly content: MessageContent; readonly micros: number }
  | { readonly do: 'wait'; readonly until: Date }
  /** Nothing is scheduled: when the line recovers, it sends what waits. */
  | { readonly do: 'hold' }
  | { readonly do: 'end'; readonly state: 'expired' }
  | { readonly do: 'end'; readonly state: 'cancelled' | 'failed'; readonly cause: EndCause }

/** Whether a waiting message is sent now, and as what. */
export function decideSend(given: SendFacts): Decision {
  const { now, contact, line } = given
  if (given.expiresAt <= now) return { do: 'end', state: 'expired' }
  // A farewell confirms the opt-out, so it is still sent.
  if (contact.optedOutAt && given.kind !== 'farewell')
    return { do: 'end', state: 'cancelled', cause: 'opted-out' }
  if (!line || !canSend(line.state)) return { do: 'hold' }
  const nextAt = contact.lastOutAt && new Date(contact.lastOutAt.getTime() + minGapMs)
  // Replies to a customer are sent at once; the limit does not apply to them.
  if (nextAt && nextAt > now && !isReply(given.kind)) return { do: 'wait', until: nextAt }
  return line.driver === 'cloud' ? decideForCloud(given) : decideForPhone(given)
}

/** Sent by the conversation, in reply to what the customer just wrote. */
const isReply = (kind: string): boolean => kind === 'answer' || kind === 'farewell'

/** A linked phone sends plain text for free, to a phone number or to the hidden name that stands for one. */
function decideForPhone({ content, contact: { phone, userId } }: SendFacts): Decision {
  if (phone === null && !userId?.endsWith('@lid')) return { do: 'end', state: 'failed', cause: 'no-phone' }
  return { do: 'send', content: asText(content), micros: 0 }
}

function decideForCloud(given: SendFacts): Decision {
  const { content, contact, now, day } = given
  if (contact.phone === null && (contact.userId === null || contact.userId.endsWith('@lid')))
    return { do: 'end', state: 'failed', cause: 'no-phone' }
  const inWindow = contact.lastInAt !== null && now.getTime() - contact.lastInAt.getTime() < serviceWindowMs
  const category = content.type === 'template' ? given.approved.get(content.name) : undefined
  if (!inWindow && !category) return { do: 'end', state: 'failed', cause: 'no-template' }
  const micros = messageMicros(inWindow ? 'service' : (category ?? 'utility'), inWindow, day)
  if (given.capCents !== null && given.spentMicros + micros > given.capCents * 10_000)
    return { do: 'end', state: 'cancelled', cause: 'cap' }
  return { do: 'send', content: inWindow ? asText(content) : content, micros }
}

const asText = (content: MessageContent): MessageContent =>
  content.type === 'template' ? { type: 'text', body: content.body } : content
