import type { ChatFacts, ChatState, ChatStep } from '../chat-state.ts'
import { takeOut, toPayment, withAddress } from '../checkout.rules.ts'
import { asking, corrections, isPolite, isSaid, swaps } from '../order-text/vocabulary.rules.ts'
import { splitWay } from '../order-text/way/split-way.rules.ts'
import { separator, wordsOf } from '../order-text/words.rules.ts'
import { noAddress, readAddress } from '../read-address.rules.ts'

/**
 * "troca o endereço pra rua b 20", "vou retirar", "melhor no pix": another way to get or to pay the order, when it is
 * nearly placed. Null: the message says something else, or says it where the chat has asked for it.
 */
export function changedWay(state: ChatState, text: string, facts: ChatFacts): ChatStep | null {
  if (state.place !== 'summary' && state.place !== 'payment') return null
  const { order, address, isTakeout, payBy, changeFor } = splitWay(text, facts.menu)
  if (wordsOf(order).some((word) => isSaid(word) && !isOfChange(word))) return null
  const paying = payBy
    ? { ...state, payBy, changeSaid: changeFor ?? undefined }
    : { ...state, payBy: state.draft.payment?.method }
  if (isTakeout && facts.store.takeout) return takeOut(paying, facts)
  const read =
    address !== null && facts.store.delivers ? readAddress(address, noAddress, facts.store.city) : null
  if (read)
    return withAddress(payBy ? { ...paying, draft: { ...state.draft, payment: null } } : state, read, facts)
  return payBy && state.place === 'summary' ? toPayment(paying, facts) : null
}

const isOfChange = (word: Parameters<typeof isPolite>[0]): boolean =>
  word.text === separator ||
  isPolite(word) ||
  [asking, corrections, swaps, ofChange].some((words) => words.has(word.text))

const ofChange = new Set(
  'endereco pagamento forma entrega pagar pra para pro por na nao e eh vai prefiro outro outra'.split(' '),
)
