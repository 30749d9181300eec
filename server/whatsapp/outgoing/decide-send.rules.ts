import { carries } from '../line/line-state.rules.ts'
import type { DriverKind, MessageContent } from '../messaging/messaging-driver.ts'
import { messageMicros } from '../messaging/prices.rules.ts'
import type { LineStateName } from '../../../contract/whatsapp/line-states.ts'

/** A person gets one message in a while (131056); a number sends a limited number in a second (130429). */
export const personEveryMs = 6_000
export const mostInSecond = 80
const windowMs = 24 * 3_600_000

export interface Sending {
  readonly now: Date
  readonly kind: string
  /** Calendar day of the store. */
  readonly day: string
  readonly content: MessageContent
  readonly expiresAt: Date
  readonly line: { readonly state: LineStateName; readonly driver: DriverKind } | null
  readonly contact: {
    readonly phone: string | null
    readonly lastInAt: Date | null
    readonly lastOutAt: Date | null
    readonly optedOutAt: Date | null
  }
  readonly approved: readonly string[]
  readonly spentMicros: number
  readonly capCents: number | null
}

type EndCause = 'opted-out' | 'cap' | 'no-template' | 'no-phone'

export type Decision =
  | { readonly do: 'send'; readonly content: MessageContent; readonly micros: number }
  | { readonly do: 'wait'; readonly until: Date }
  /** Until the line carries again, which sends what waits. */
  | { readonly do: 'hold' }
  | { readonly do: 'end'; readonly state: 'expired' }
  | { readonly do: 'end'; readonly state: 'cancelled' | 'failed'; readonly cause: EndCause }

/** Whether and how a waiting message leaves now. */
export function decideSend(given: Sending): Decision {
  const { now, contact, line } = given
  if (given.expiresAt <= now) return { do: 'end', state: 'expired' }
  // The last one says that no more will come.
  if (contact.optedOutAt && given.kind !== 'farewell')
    return { do: 'end', state: 'cancelled', cause: 'opted-out' }
  if (!line || !carries(line.state)) return { do: 'hold' }
  const again = contact.lastOutAt && new Date(contact.lastOutAt.getTime() + personEveryMs)
  // An answer follows each message of the person at once; the platform lets them go ahead.
  if (again && again > now && !isAnswer(given.kind)) return { do: 'wait', until: again }
  return line.driver === 'cloud' ? byCloud(given) : byPhone(given)
}

/** Said by the conversation, to what the person just wrote. */
const isAnswer = (kind: string): boolean => kind === 'answer' || kind === 'farewell'

/** A linked phone sends plain text, costs nothing and needs a phone number. */
function byPhone({ content, contact }: Sending): Decision {
  if (contact.phone === null) return { do: 'end', state: 'failed', cause: 'no-phone' }
  return { do: 'send', content: asText(content), micros: 0 }
}

function byCloud(given: Sending): Decision {
  const { content, contact, now, day } = given
  const inWindow = contact.lastInAt !== null && now.getTime() - contact.lastInAt.getTime() < windowMs
  if (!inWindow && (content.type !== 'template' || !given.approved.includes(content.name)))
    return { do: 'end', state: 'failed', cause: 'no-template' }
  const micros = messageMicros(inWindow ? 'service' : 'utility', inWindow, day)
  if (given.capCents !== null && given.spentMicros + micros > given.capCents * 10_000)
    return { do: 'end', state: 'cancelled', cause: 'cap' }
  return { do: 'send', content: inWindow ? asText(content) : content, micros }
}

const asText = (content: MessageContent): MessageContent =>
  content.type === 'template' ? { type: 'text', body: content.body } : content
