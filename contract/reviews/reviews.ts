import * as z from 'zod/mini'
import { dayText, givenDay, instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'
import { selectionParam } from '../shared/selection.ts'

export const replyLimit = 300
export const reviewsPerPage = 30

export const review = z.strictObject({
  id: z.uuid(),
  storeId: z.uuid(),
  storeName: z.string(),
  /** The marketplace where the customer left the review. */
  source: z.string(),
  score: z.int().check(z.gte(1), z.lte(5)),
  comment: z.nullable(z.string().check(z.maxLength(4_000))),
  tags: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(50)),
  /** Private: only the store sees it, and it does not count towards the public score. */
  public: z.boolean(),
  createdAt: instant,
  /** Date of the order. */
  businessDay: dayText,
  order: z.nullable(z.strictObject({ id: z.uuid(), displayId: z.string() })),
  reply: z.nullable(
    z.strictObject({
      text: z.string().check(z.maxLength(4_000)),
      at: z.nullable(instant),
      by: z.nullable(z.string()),
    }),
  ),
  /** Sent to the marketplace, which has not confirmed it yet. */
  pendingReply: z.nullable(z.strictObject({ text: z.string(), since: instant })),
  /** Why the last attempt was rejected, in pt-BR. */
  refusal: z.nullable(z.string()),
  /** Text of that attempt. */
  draft: z.nullable(z.string()),
  /** Deadline for a reply; null: replies are not accepted. */
  replyDue: z.nullable(instant),
})
export type Review = z.output<typeof review>

/** The score of a store at a marketplace, as its customers see it. */
export const marketplaceScore = z.strictObject({
  storeId: z.uuid(),
  storeName: z.string(),
  source: z.string(),
  merchantId: z.string(),
  /** From 1 to 5; null: nothing counts yet. */
  score: z.nullable(z.number()),
  /** Reviews that count towards it. */
  counted: z.int(),
  total: z.int(),
  readAt: instant,
})
export type MarketplaceScore = z.output<typeof marketplaceScore>

export const reviewShows = ['pending', 'all'] as const

export const readReviews = route({
  name: 'readReviews',
  method: 'GET',
  path: '/reviews',
  summary: 'Ratings of the stores: those that wait for a reply, soonest deadline first, or all, newest first',
  access: { kind: 'selection', role: 'manager' },
  query: z.strictObject({
    selection: selectionParam,
    show: z._default(z.enum(reviewShows, 'Escolha pendentes ou todas.'), 'pending'),
    /** Comma-separated scores, for example `1,2`. */
    scores: z.optional(z.string().check(z.regex(/^[1-5](,[1-5]){0,4}$/, 'Escolha notas de 1 a 5.'))),
    from: z.optional(givenDay),
    to: z.optional(givenDay),
    /** `next` of the previous page. */
    after: z.optional(z.string().check(z.regex(/^\d{1,17}_[0-9a-f-]{36}$/, 'Posição inválida.'))),
  }),
  reply: z.strictObject({
    reviews: z.array(review),
    /** Reviews of the whole selection that wait for a reply, regardless of the filters. */
    pending: z.int(),
    next: z.nullable(z.string()),
    /** What customers see at marketplaces, lowest first; with the first page only. */
    scores: z.optional(z.array(marketplaceScore)),
  }),
  errors: ['store/not-found', 'permission/denied'],
})

export const replyReview = route({
  name: 'replyReview',
  method: 'POST',
  path: '/reviews/{reviewId}/reply',
  summary: 'Replies to a rating: sent to the marketplace, which publishes it; once, within the deadline',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  params: z.strictObject({ reviewId: z.uuid('Avaliação inválida.') }),
  body: z.strictObject({
    text: z
      .string('Escreva a resposta.')
      .check(
        z.trim(),
        z.minLength(10, 'Escreva pelo menos 10 caracteres.'),
        z.maxLength(replyLimit, `Escreva no máximo ${replyLimit} caracteres.`),
      ),
  }),
  reply: review,
  errors: [
    'store/not-found',
    'permission/denied',
    'review/not-found',
    'review/already-replied',
    'review/reply-closed',
  ],
  idempotency: 'accepted',
})
