import type { Need } from '../../contract/home/home.ts'

/** What a person answers in a dialog. A channel does so too, unless our own pause only has to end. */
const answered = [
  'chats',
  'line',
  'unsure',
  'dispute',
  'reviews',
  'access',
  'prices',
  'long-pause',
  'holiday',
] as const satisfies readonly Need['kind'][]
export type AnsweredKind = (typeof answered)[number]

export const opensDialog = (need: Need): boolean =>
  answered.some((kind) => kind === need.kind) || (need.kind === 'channel' && !need.ourPause)
