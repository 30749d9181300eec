import type { IncomingContent } from '../../messaging/line-events.ts'
import { joinedCart } from './cart.rules.ts'
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
  const texts = waiting.flatMap(textsIn)
  const carts = waiting.filter((one) => one.type === 'cart')
  const urgent = texts.find((text) => ['stop', 'person'].includes(intentOf(text) ?? ''))
  if (carts.length > 0 && (urgent === undefined || intentOf(urgent) !== 'stop'))
    return joinedCart(carts, texts)
  if (urgent !== undefined) return { type: 'text', body: urgent }
  const voice = waiting.find((one) => one.type === 'other' && one.what === 'audio')
  if (voice) return voice
  const tapped = waiting.findLast(({ type }) => type === 'choice' || type === 'location')
  if (tapped) return tapped
  if (texts.length === 0) return last
  const distinct = [...new Set(texts)]
  const joined = distinct.join('\n')
  const body = distinct.length <= maxTexts && joined.length <= maxJoinedChars ? joined : (texts.at(-1) ?? '')
  return { type: 'text', body }
}

/** What was written, also as the caption of a picture. */
function textsIn(one: IncomingContent): readonly string[] {
  if (one.type === 'text') return [one.body]
  return one.type === 'other' && one.caption !== undefined ? [one.caption] : []
}
