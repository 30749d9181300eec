import type { IncomingContent } from '../../messaging/line-events.ts'
import { cleanText, offerOf, isOnlySigns, intentOf } from './chat-text.rules.ts'
import { reasonIn, mentionsAllergy } from './person-reason.rules.ts'
import { emptyDraft, type ChatFacts, type ChatInput, type ChatState, type ChatStep } from './chat-state.ts'
import * as say from './chat-messages.rules.ts'
import { type ReadText, noReply, greet, restarted, handToPerson, onNotUnderstood } from './replies.rules.ts'
import { byLocation, withQuote, afterPlacing, afterRefusal } from './checkout.rules.ts'
import { byChoice, discard } from './by-choice.rules.ts'
import { byText, orderAndWay } from './by-text.rules.ts'
import { plain } from './plain.rules.ts'
import { answerFee, answerQuestions } from './questions/answer-questions.rules.ts'
import { readQuestions, withAskedName } from './questions/read-questions.rules.ts'
import { byCart } from './cart.rules.ts'

/** After this pause, the customer is greeted again and offered the draft. */
const pauseMs = 20 * 60_000

/** After this pause, the draft is discarded. */
const draftTtlMs = 24 * 60 * 60_000

/**
 * Handles one message from the customer, or one result of what the last step asked for. Pure: the same state, input and
 * facts give the same step.
 */
export function stepChat(state: ChatState, input: ChatInput, facts: ChatFacts): ChatStep {
  switch (input.type) {
    case 'quoted':
      return withQuote(state, input.quote, facts)
    case 'placed':
      return afterPlacing(state, input)
    case 'fee':
      return answerFee(state, input, facts)
    case 'refused':
      return state.place === 'placing' ? afterRefusal(state, input, facts) : noReply(state)
    default:
      return fromCustomer(afterPause(state, facts), input, facts)
  }
}

/** A person hands the conversation back: the customer's next message continues the order. */
export const handedBack = (state: ChatState): ChatState =>
  state.place === 'person'
    ? {
        ...state,
        place: state.draft.items.length > 0 ? 'cart' : 'greeting',
        why: undefined,
        offered: [],
        // A person has asked about it.
        open: undefined,
        misses: 0,
      }
    : state

/** An allergy replaces an earlier reason, so that the list of conversations always shows it. */
const notedForPerson = (state: ChatState, { text }: ReadText): ChatState =>
  mentionsAllergy(text) ? { ...state, why: 'allergy' } : state

/** The state as it is after a pause: back at the greeting, and without the draft if it is too old. */
function afterPause(state: ChatState, { now }: ChatFacts): ChatState {
  const touchedAt = now.toISOString()
  const pausedMs = state.touchedAt === null ? 0 : now.getTime() - Date.parse(state.touchedAt)
  if (pausedMs < pauseMs || ['person', 'stopped', 'placing'].includes(state.place))
    return { ...state, touchedAt }
  const { draft } = state
  const kept = pausedMs < draftTtlMs && state.place !== 'placed' ? draft : emptyDraft(draft.number)
  const open = kept === draft ? state.open : undefined
  return { ...state, touchedAt, place: 'greeting', draft: kept, choosing: null, open, offered: [], misses: 0 }
}

function fromCustomer(state: ChatState, input: IncomingContent, facts: ChatFacts): ChatStep {
  const read = readText(input)
  const { intent } = read
  if (intent === 'stop') return stop(state)
  if (state.place === 'stopped')
    return intent === 'start' ? greet({ ...state, place: 'greeting' }, facts) : noReply(state)
  if (state.place === 'person') return noReply(notedForPerson(state, read))
  if (state.place === 'placing') return noReply(state)
  if (intent === 'person') return handToPerson(state, facts, reasonIn(read.text))
  if (intent === 'discard') return discard(state, facts)
  if (state.place !== 'placed') return fromShopper(state, input, { read, facts })
  const { questions } = readQuestions(read.text)
  if (questions.length > 0) return answerQuestions(state, questions, { facts, step: null })
  return endsTalk(read) ? noReply(state) : fromShopper(restarted(state), input, { read, facts })
}

function fromShopper(
  state: ChatState,
  input: IncomingContent,
  { read, facts }: { readonly read: ReadText; readonly facts: ChatFacts },
): ChatStep {
  switch (input.type) {
    case 'other':
      if (input.what === 'audio')
        return handToPerson(state, facts, 'voice', say.voiceForPerson(input.seconds ?? null))
      return onNotUnderstood(state, facts, say.onlyWords)
    case 'reaction':
    case 'notice':
      return noReply(state)
    case 'cart':
      return byCart(state, input, facts)
    case 'location':
      return byLocation(state, input, facts)
    case 'choice':
      return byChoice(state, input.id, facts) ?? onNotUnderstood(state, facts)
    case 'text':
      return fromText(state, read, facts)
  }
}

function fromText(state: ChatState, read: ReadText, facts: ChatFacts): ChatStep {
  const chosen = offerOf(read.text, state.offered)
  const byOffer = chosen && byChoice(state, chosen.id, facts)
  if (byOffer) return byOffer
  const { questions, rest: unnamed } = readQuestions(read.text)
  if (questions.length === 0) return byText(state, read, facts)
  const rest = withAskedName(unnamed, questions)
  const left: ReadText = { text: rest, intent: intentOf(rest) }
  const isSaid = left.intent === null && facts.store.open && plain(rest) !== ''
  const step = isSaid ? orderAndWay(state, rest, facts) : null
  return answerQuestions(state, questions, { facts, step })
}

function readText(input: IncomingContent): ReadText {
  if (input.type === 'choice') return { text: '', intent: input.id === 'person' ? 'person' : null }
  const text = input.type === 'text' ? cleanText(input.body) : ''
  return { text, intent: input.type === 'text' ? intentOf(text) : null }
}

/** Thanks or an emoji after an order ends the chat and needs no reply. */
const endsTalk = ({ text, intent }: ReadText): boolean =>
  intent === 'thanks' || intent === 'yes' || (text !== '' && isOnlySigns(text))

const stop = (state: ChatState): ChatStep =>
  state.place === 'stopped'
    ? noReply(state)
    : {
        state: { ...restarted(state), place: 'stopped', draft: emptyDraft(state.draft.number) },
        replies: [say.stoppedMessage],
        ask: null,
      }
