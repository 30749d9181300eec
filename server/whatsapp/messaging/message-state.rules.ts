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
 * Whether a status from the provider moves the message. It never moves backwards and never leaves a final state.
 * `failed` counts until the message is delivered, because the platform may send `sent` first and `failed` later.
 */
export function canMoveTo(from: MessageState, to: 'sent' | 'delivered' | 'read' | 'failed'): boolean {
  const current = order[from]
  if (current === undefined) return false
  return to === 'failed' ? current < 4 : (order[to] ?? 0) > current
}

/** The states from which a message can move to `to`, for the `where` clause of an update. */
export const statesBefore = (to: 'sent' | 'delivered' | 'read' | 'failed'): readonly MessageState[] =>
  messageStates.filter((from) => canMoveTo(from, to))
