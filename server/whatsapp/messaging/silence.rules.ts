import type { IncomingContent, NoticeKind } from './line-events.ts'

/**
 * Why a customer's message gets no answer, on purpose. `edit`, `deleted`: news of a message that never arrived. `old`: it
 * was written too long ago. `off`: the store has no automatic conversation. `closed`: it answers only while the store is
 * open. `opted-out`: the customer wants no messages. `placing`: the order before it is being placed. `ended`: thanks.
 */
export type SilenceReason =
  | 'reaction'
  | NoticeKind
  | 'edit'
  | 'deleted'
  | 'old'
  | 'off'
  | 'closed'
  | 'opted-out'
  | 'placing'
  | 'ended'

/** A message that arrives later than this after it was written is history: a linked phone replays it on reconnecting. */
export const maxAnswerAgeMs = 15 * 60_000

/** Null: it is answered. */
export function silenceOf(
  { content, at }: { readonly content: IncomingContent; readonly at: Date },
  now: Date,
): SilenceReason | null {
  if (content.type === 'reaction') return 'reaction'
  if (content.type === 'notice') return content.what
  return now.getTime() - at.getTime() > maxAnswerAgeMs ? 'old' : null
}

/** Whether a message counts as written by a person: it opens the platform's window of 24 hours. */
export const isWritten = ({ type }: IncomingContent): boolean => type !== 'reaction' && type !== 'notice'
