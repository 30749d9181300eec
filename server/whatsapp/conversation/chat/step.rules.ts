import type { IncomingContent } from '../../messaging/messaging-driver.ts'
import { cleanText, offerOf, saysNothing, wishOf } from './chat-words.rules.ts'
import { reasonIn, saysAllergy } from './person-reason.rules.ts'
import { emptyDraft, type ChatFacts, type ChatInput, type ChatState, type ChatStep } from './chat-state.ts'
import * as say from './chat-messages.rules.ts'
import { type Words, quiet, greet, begunAgain, toPerson, miss } from './moves.rules.ts'
import { byLocation, withQuote, afterPlacing, afterRefusal } from './checkout.rules.ts'
import { byChoice, discard } from './by-choice.rules.ts'
import { byWords } from './by-words.rules.ts'

/** A draft is offered again after a rest; after a day it is forgotten. */
const restMs = 20 * 60_000

const forgottenMs = 24 * 60 * 60_000

/**
 * One message of the customer, or one answer to what the last step asked for. Reads no clock and no database: the same
 * state, input and facts give the same step.
 */
export function stepChat(state: ChatState, input: ChatInput, facts: ChatFacts): ChatStep {
  switch (input.type) {
    case 'quoted':
      return withQuote(state, input.quote, facts)
    case 'placed':
      return afterPlacing(state, input)
    case 'refused':
      return state.place === 'placing' ? afterRefusal(state, input, facts) : quiet(state)
    default:
      return fromCustomer(awake(state, facts), input, facts)
  }
}

/** A person hands it back: the customer's next message goes on where the order stands. */
export const handedBack = (state: ChatState): ChatState =>
  state.place === 'person'
    ? {
        ...state,
        place: state.draft.items.length > 0 ? 'cart' : 'greeting',
        why: undefined,
        offered: [],
        misses: 0,
      }
    : state

/** The list must show an allergy, whatever came before it. */
const stillWithPerson = (state: ChatState, { text }: Words): ChatState =>
  saysAllergy(text) ? { ...state, why: 'allergy' } : state

/** After a rest the customer is greeted again. */
function awake(state: ChatState, { now }: ChatFacts): ChatState {
  const touchedAt = now.toISOString()
  const rested = state.touchedAt === null ? 0 : now.getTime() - Date.parse(state.touchedAt)
  if (rested < restMs || ['person', 'stopped', 'placing'].includes(state.place))
    return { ...state, touchedAt }
  const { draft } = state
  const kept = rested < forgottenMs && state.place !== 'placed' ? draft : emptyDraft(draft.number)
  return { ...state, touchedAt, place: 'greeting', draft: kept, choosing: null, offered: [], misses: 0 }
}

function fromCustomer(state: ChatState, input: IncomingContent, facts: ChatFacts): ChatStep {
  const said = wordsOf(input)
  const { wish } = said
  if (wish === 'stop') return stop(state)
  if (state.place === 'stopped')
    return wish === 'start' ? greet({ ...state, place: 'greeting' }, facts) : quiet(state)
  if (state.place === 'person') return quiet(stillWithPerson(state, said))
  if (state.place === 'placing') return quiet(state)
  if (wish === 'person') return toPerson(state, facts, reasonIn(said.text))
  if (wish === 'discard') return discard(state, facts)
  if (state.place !== 'placed') return fromShopper(state, input, { said, facts })
  return asksNothing(said) ? quiet(state) : fromShopper(begunAgain(state), input, { said, facts })
}

function fromShopper(
  state: ChatState,
  input: IncomingContent,
  { said, facts }: { readonly said: Words; readonly facts: ChatFacts },
): ChatStep {
  switch (input.type) {
    case 'other':
      return miss(state, facts, say.onlyWords)
    case 'location':
      return byLocation(state, input, facts)
    case 'choice':
      return byChoice(state, input.id, facts) ?? miss(state, facts)
    case 'text': {
      const chosen = offerOf(said.text, state.offered)
      return (chosen && byChoice(state, chosen.id, facts)) ?? byWords(state, said, facts)
    }
  }
}

function wordsOf(input: IncomingContent): Words {
  if (input.type === 'choice') return { text: '', wish: input.id === 'person' ? 'person' : null }
  const text = input.type === 'text' ? cleanText(input.body) : ''
  return { text, wish: input.type === 'text' ? wishOf(text) : null }
}

/** Thanks and emoji behind an order end the talk. */
const asksNothing = ({ text, wish }: Words): boolean =>
  wish === 'thanks' || wish === 'yes' || (text !== '' && saysNothing(text))

const stop = (state: ChatState): ChatStep =>
  state.place === 'stopped'
    ? quiet(state)
    : {
        state: { ...begunAgain(state), place: 'stopped', draft: emptyDraft(state.draft.number) },
        replies: [say.stoppedMessage],
        ask: null,
      }
