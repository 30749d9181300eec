export const messageStates = [
  'queued',
  'sending',
  'unsure',
  'sent',
  'delivered',
  'read',
  'failed',
  'cancelled',
  'expired',
] as const
export type MessageState = (typeof messageStates)[number]

const order: Partial<Record<MessageState, number>> = {
  queued: 0,
  sending: 1,
  unsure: 2,
  sent: 3,
  delivered: 4,
  read: 5,
}

/**
 * Whether a word of the provider moves the message: never backwards, and never out of an end. A failure counts until it
 * was delivered: the platform says "sent" first and "failed" after it.
 */
export function movesTo(from: MessageState, to: 'sent' | 'delivered' | 'read' | 'failed'): boolean {
  const here = order[from]
  if (here === undefined) return false
  return to === 'failed' ? here < 4 : (order[to] ?? 0) > here
}

/** The states that lie before `to`, for the `where` of the update. */
export const statesBefore = (to: 'sent' | 'delivered' | 'read' | 'failed'): readonly MessageState[] =>
  messageStates.filter((from) => movesTo(from, to))
