import * as z from 'zod/mini'
import { instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'
import { stepKeys } from '../onboarding/steps.ts'
import { guideIds } from './guide-ids.ts'

/** How far a person is with one guide. */
export const guideProgress = z.strictObject({
  guide: z.enum(guideIds),
  openedAt: instant,
  /** Null: opened only. */
  doneAt: z.nullable(instant),
})
export type GuideProgress = z.output<typeof guideProgress>

/** What a check found that a guide helps with. */
export const guideCause = z.discriminatedUnion('kind', [
  /** A first step of the store that is neither done nor skipped. */
  z.strictObject({ kind: z.literal('step'), step: z.enum(stepKeys) }),
  z.strictObject({ kind: z.literal('printer-silent') }),
  z.strictObject({ kind: z.literal('channel-closed') }),
  /** A customer waits long for a person on WhatsApp. */
  z.strictObject({ kind: z.literal('chat-waits') }),
])
export type GuideCause = z.output<typeof guideCause>

export const suggestedGuide = z.strictObject({
  guide: z.enum(guideIds),
  storeId: z.uuid(),
  store: z.string(),
  cause: guideCause,
})
export type SuggestedGuide = z.output<typeof suggestedGuide>

export const readTutorials = route({
  name: 'readTutorials',
  method: 'GET',
  path: '/tutorials/mine',
  summary:
    "The caller's progress with the guides, and those that a failing check of a managed store suggests",
  access: { kind: 'user' },
  reply: z.strictObject({
    progress: z.array(guideProgress),
    /** What is wrong now before what was never done; at most five. */
    suggested: z.array(suggestedGuide),
  }),
  errors: [],
})

export const saveTutorial = route({
  name: 'saveTutorial',
  method: 'PUT',
  path: '/tutorials/mine/{guide}',
  summary: 'Notes that the caller opened a guide, worked through it, or wants to see it again',
  access: { kind: 'user' },
  leavesBehind: false,
  params: z.strictObject({ guide: z.string().check(z.maxLength(60)) }),
  body: z.strictObject({ done: z.boolean('Diga se o tutorial está feito.') }),
  reply: guideProgress,
  errors: ['tutorials/not-found'],
})
