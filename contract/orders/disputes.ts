import * as z from 'zod/mini'
import { columnInteger } from '../shared/integers.ts'
import { instant } from '../shared/day.ts'
import { cents } from '../shared/money.ts'
import { route } from '../shared/route.ts'
import { selectionParam } from '../shared/selection.ts'

export const disputeStates = ['open', 'answering', 'countered', 'accepted', 'rejected', 'expired'] as const
export type DisputeState = (typeof disputeStates)[number]

/** The marketplace's reasons for rejecting a dispute. */
export const rejectReasons = {
  HIGH_STORE_DEMAND: 'A loja está com muito movimento',
  LATE_DELIVERY: 'O pedido já saiu ou está chegando',
  WRONG_ORDER: 'O pedido foi enviado certo',
  PRODUCT_QUALITY: 'O produto saiu em boas condições',
  INVENTORY_CHECK: 'Os itens foram conferidos na embalagem',
  CUSTOMER_SATISFACTION: 'Combinado com o cliente',
  CUSTOMER_REQUEST: 'O cliente desistiu do pedido de devolução',
  SYSTEM_ISSUE: 'Problema no sistema',
  UNKNOWN_ISSUE: 'Outro motivo',
} as const
export type RejectReason = keyof typeof rejectReasons

/** A marketplace's word or id, and its sentences. */
const wordText = z.string().check(z.maxLength(200))
const sentenceText = z.string().check(z.maxLength(1_000))

export const disputeAlternative = z.strictObject({
  id: wordText,
  /** REFUND, BENEFIT, ADDITIONAL_TIME, or a type added later. */
  type: wordText,
  /** Maximum amount that may be offered; null when the dispute is not about money. */
  mostCents: z.nullable(cents),
  /** The maximum as the marketplace wrote it: the answer is written the same way. */
  mostText: z.optional(wordText),
  /** Extra minutes that may be offered. */
  minutes: z.array(z.int().check(z.gte(0), z.lte(10_000))).check(z.maxLength(50)),
})

/** A dish that the customer contests, as the marketplace names it. */
export const disputeClaim = z.strictObject({
  /** The item's code in the store's menu. */
  code: z.nullable(wordText),
  /** Its place in the order, counted from 1. */
  line: z.nullable(z.int().check(z.gte(1), z.lte(1_000))),
  cents: z.nullable(cents),
  /** The customer's reason, in the marketplace's words. */
  reason: z.nullable(wordText),
})
export type DisputeClaim = z.output<typeof disputeClaim>

export const maxDisputePhotos = 6

export const dispute = z.strictObject({
  id: z.uuid(),
  storeId: z.uuid(),
  storeName: z.string(),
  /** The marketplace where the customer opened it. */
  source: z.string(),
  orderId: z.uuid(),
  displayId: z.string(),
  /** Empty: the marketplace names nobody. */
  customer: z.string(),
  kind: wordText,
  message: z.nullable(sentenceText),
  /** Never more than the customer paid. */
  askedCents: z.int(),
  /** False: the marketplace named no amount that could be read, so `askedCents` is the most it can be. */
  askedExact: z.boolean(),
  openedAt: instant,
  expiresAt: z.nullable(instant),
  /** What the marketplace does when the deadline passes without a reply. */
  timeoutAction: z.nullable(wordText),
  /** Reasons that the marketplace accepts with an acceptance; empty: no reason needed. */
  acceptReasons: z.array(wordText).check(z.maxLength(50)),
  alternatives: z.array(disputeAlternative).check(z.maxLength(20)),
  /** Empty: the whole order, or the marketplace names no dish. */
  claims: z.array(disputeClaim).check(z.maxLength(50)),
  /** How many pictures the customer sent; `readDisputePhoto` has them. */
  photos: z.int().check(z.gte(0), z.lte(maxDisputePhotos)),
  state: z.enum(disputeStates),
  answeredBy: z.nullable(z.string()),
  refusal: z.nullable(z.string()),
  settledAt: z.nullable(instant),
  lostCents: z.int(),
  savedCents: z.int(),
})
export type Dispute = z.output<typeof dispute>

export const readDisputes = route({
  name: 'readDisputes',
  method: 'GET',
  path: '/disputes',
  summary:
    'Negotiations: the open ones by deadline, those whose time is over last; then the newest settled ones',
  access: { kind: 'selection', role: 'basic' },
  query: z.strictObject({
    selection: selectionParam,
    show: z._default(z.enum(['open', 'all'], 'Escolha abertas ou todas.'), 'open'),
  }),
  reply: z.strictObject({
    disputes: z.array(dispute),
    /** Of the selection, what ended in the last `recordDays` days. `won`: nothing went back. */
    record: z.strictObject({ ended: z.int(), won: z.int() }),
  }),
  errors: ['store/not-found', 'permission/denied'],
})

export const recordDays = 90

export const readDisputePhoto = route({
  name: 'readDisputePhoto',
  method: 'GET',
  path: '/disputes/{disputeId}/photos/{photo}',
  summary: 'A picture that the customer sent, drawn again, as a data URL; null when it cannot be had',
  access: { kind: 'store', role: 'basic' },
  params: z.strictObject({
    disputeId: z.uuid('Negociação inválida.'),
    /** Counted from 0. */
    photo: z.string().check(z.regex(/^\d$/, 'Foto inválida.')),
  }),
  reply: z.strictObject({ photo: z.nullable(z.string()) }),
  errors: ['store/not-found', 'permission/denied', 'dispute/not-found'],
})

const shortText = z.string().check(z.trim(), z.minLength(1), z.maxLength(300))

export const answerDispute = route({
  name: 'answerDispute',
  method: 'POST',
  path: '/disputes/{disputeId}/answer',
  summary: 'Accepts, refuses or counters a negotiation: a request, settled by the marketplace’s event',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params: z.strictObject({ disputeId: z.uuid('Negociação inválida.') }),
  body: z.discriminatedUnion('answer', [
    z.strictObject({ answer: z.literal('accept'), reason: z.optional(shortText) }),
    z.strictObject({
      answer: z.literal('reject'),
      reason: z.enum(
        Object.keys(rejectReasons) as [RejectReason, ...RejectReason[]],
        'Escolha o motivo da lista.',
      ),
    }),
    z.strictObject({
      answer: z.literal('alternative'),
      alternativeId: shortText,
      cents: z.optional(columnInteger().check(z.positive('Informe um valor maior que zero.'))),
      minutes: z.optional(columnInteger().check(z.positive())),
    }),
  ]),
  reply: dispute,
  errors: [
    'store/not-found',
    'permission/denied',
    'dispute/not-found',
    'dispute/closed',
    'dispute/answer-pending',
    'dispute/not-offered',
    'validation/refused',
  ],
  idempotency: 'accepted',
})
