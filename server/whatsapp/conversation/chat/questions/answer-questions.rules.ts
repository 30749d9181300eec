import type { DeliveryQuote } from '../../../../../contract/delivery/quote.ts'
import type { MessageContent } from '../../../messaging/messaging-driver.ts'
import { clip } from '../chat-text.rules.ts'
import type { ChatFacts, ChatState, ChatStep } from '../chat-state.ts'
import * as say from '../chat-messages.rules.ts'
import { itemsCents } from '../draft.rules.ts'
import { greet, handToPerson, repeated, sayClosed } from '../replies.rules.ts'
import { answerTo, feeAnswer } from './answers.rules.ts'
import type { Question } from './read-questions.rules.ts'

/**
 * Answers what a customer asked beside the order, and asks again what the chat had asked.
 *
 * @param step what the rest of the message led to; null: it had none
 */
export function answerQuestions(
  state: ChatState,
  questions: readonly Question[],
  { facts, step }: { readonly facts: ChatFacts; readonly step: ChatStep | null },
): ChatStep {
  const after = step?.state ?? state
  const placed = questions.find((one) => one.kind === 'delivery' && one.place !== null)
  const others = questions.filter((one) => one !== placed)
  const answers = others.map((question) => answerTo(question, after, facts))
  const unknown = others[answers.indexOf(null)]
  if (unknown) {
    const known = answers.filter((answer) => answer !== null).join('\n')
    return handToPerson(after, facts, unknown.kind === 'status' ? 'order' : 'fee', known)
  }
  const said = questions.some(({ kind }) => kind === 'status')
    ? { ...after, statusSaidAt: facts.now.toISOString() }
    : after
  if (placed?.kind === 'delivery' && placed.place !== null && facts.store.delivers && !step?.ask)
    return {
      state: said,
      replies: [],
      ask: { type: 'fee', district: placed.place, itemsCents: itemsCents(after.draft) },
    }
  const texts = placed ? [...answers, answerTo({ kind: 'delivery', place: null }, after, facts)] : answers
  const text = texts.filter((one) => one !== null).join('\n')
  return withAnswer(step ? { ...step, state: said } : askedAgain(said, facts), text, facts)
}

/** The fee of the place that the customer asked about. */
export function answerFee(
  state: ChatState,
  { quote, district }: { readonly quote: DeliveryQuote; readonly district: string },
  facts: ChatFacts,
): ChatStep {
  const answer = feeAnswer(quote, district)
  if (answer === null) return handToPerson(state, facts, 'fee', say.feeByPerson)
  return withAnswer(askedAgain(state, facts), answer, facts)
}

function askedAgain(state: ChatState, facts: ChatFacts): ChatStep {
  if (!facts.store.open) return sayClosed(state, facts)
  if (state.place === 'placed') return { state, replies: [], ask: null }
  // Somebody who was greeted already is not greeted again.
  if (state.place === 'greeting')
    return state.offered.length === 0 ? greet(state, facts) : repeated({ ...state, place: 'menu' }, facts, '')
  return repeated(state, facts, '')
}

/** The answer before the step's own message, or alone. */
function withAnswer(step: ChatStep, answer: string, { store }: ChatFacts): ChatStep {
  const [reply, ...more] = step.replies
  if (!reply) return step.ask ? step : { ...step, replies: [say.answerMessage(answer)] }
  const isSaid = !store.open && answer.includes(store.openText)
  const body = isSaid ? reply.body.replace(`\n${store.openText}`, '') : reply.body
  return { ...step, replies: [withBody(reply, `${answer}\n\n${body}`), ...more] }
}

const withBody = (reply: MessageContent, body: string): MessageContent => ({
  ...reply,
  body: clip(body, reply.type === 'buttons' ? 1_024 : 4_096),
})
