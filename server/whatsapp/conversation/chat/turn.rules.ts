import type { IncomingContent } from '../../messaging/line-events.ts'
import { joinedCart } from './cart.rules.ts'
import { intentOf } from './chat-text.rules.ts'

/** More texts at once are a flood, of which only the last counts. */
const maxTexts = 20

/**
 * What the waiting messages say, in the order in which they were written: texts between two taps or pins are one. People
 * write "oi", "quero 1 calabresa" and "rua tal" one after the other, and send their place with it.
 */
export function turnsOf(waiting: readonly IncomingContent[]): readonly IncomingContent[] {
  const texts = waiting.flatMap(textsIn)
  const carts = waiting.filter((one) => one.type === 'cart')
  const urgent = texts.find((text) => ['stop', 'person'].includes(intentOf(text) ?? ''))
  if (carts.length > 0 && (urgent === undefined || intentOf(urgent) !== 'stop'))
    return [joinedCart(carts, texts)]
  if (urgent !== undefined) return [{ type: 'text', body: urgent }]
  const voice = waiting.find((one) => one.type === 'other' && one.what === 'audio')
  if (voice) return [voice]
  const turns = partedByTaps(waiting)
  return turns.length > 0 ? turns : waiting.slice(-1)
}

function partedByTaps(waiting: readonly IncomingContent[]): readonly IncomingContent[] {
  const turns: IncomingContent[] = []
  let texts: readonly string[] = []
  const endTexts = () => {
    if (texts.length > 0) turns.push({ type: 'text', body: joined(texts) })
    texts = []
  }
  for (const one of waiting) {
    const isTap = one.type === 'choice' || one.type === 'location'
    if (isTap) endTexts()
    if (isTap) turns.push(one)
    texts = [...texts, ...textsIn(one)]
  }
  endTexts()
  return turns
}

function joined(texts: readonly string[]): string {
  const distinct = [...new Set(texts)]
  return distinct.length <= maxTexts ? distinct.join('\n') : (texts.at(-1) ?? '')
}

/** What was written, also as the caption of a picture. */
function textsIn(one: IncomingContent): readonly string[] {
  if (one.type === 'text') return [one.body]
  return one.type === 'other' && one.caption !== undefined ? [one.caption] : []
}
