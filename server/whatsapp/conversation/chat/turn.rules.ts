import type { IncomingContent } from '../../messaging/messaging-driver.ts'
import { wishOf } from './chat-words.rules.ts'

/** More than anybody means to say at once. */
const mostTexts = 6
const mostJoined = 600

/**
 * What waits for an answer, as one message: people write "oi", "quero 1 calabresa" and "rua tal" one after the other, and
 * a flood gets one answer. Null: nothing waits.
 */
export function turnOf(waiting: readonly IncomingContent[]): IncomingContent | null {
  const last = waiting.at(-1)
  if (!last) return null
  const urgent = waiting.find(
    (one) => one.type === 'text' && ['stop', 'person'].includes(wishOf(one.body) ?? ''),
  )
  if (urgent) return urgent
  const tapped = waiting.findLast(({ type }) => type === 'choice' || type === 'location')
  if (tapped) return tapped
  const texts = waiting.flatMap((one) => (one.type === 'text' ? [one.body] : []))
  if (texts.length === 0) return last
  const distinct = [...new Set(texts)]
  const joined = distinct.join('\n')
  const body = distinct.length <= mostTexts && joined.length <= mostJoined ? joined : (texts.at(-1) ?? '')
  return { type: 'text', body }
}
