import type { IncomingContent } from '../../messaging/messaging-driver.ts'
import { intentOf } from './chat-text.rules.ts'

/** Beyond these limits, only the last text counts. */
const maxTexts = 6
const maxJoinedChars = 600

/**
 * The waiting messages as one. People write "oi", "quero 1 calabresa" and "rua tal" one after the other, and a flood
 * should get one reply. Null: nothing is waiting.
 */
export function turnOf(waiting: readonly IncomingContent[]): IncomingContent | null {
  const last = waiting.at(-1)
  if (!last) return null
  const urgent = waiting.find(
    (one) => one.type === 'text' && ['stop', 'person'].includes(intentOf(one.body) ?? ''),
  )
  if (urgent) return urgent
  const tapped = waiting.findLast(({ type }) => type === 'choice' || type === 'location')
  if (tapped) return tapped
  const texts = waiting.flatMap((one) => (one.type === 'text' ? [one.body] : []))
  if (texts.length === 0) return last
  const distinct = [...new Set(texts)]
  const joined = distinct.join('\n')
  const body = distinct.length <= maxTexts && joined.length <= maxJoinedChars ? joined : (texts.at(-1) ?? '')
  return { type: 'text', body }
}
