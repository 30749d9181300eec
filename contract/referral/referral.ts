import * as z from 'zod/mini'
import { instant } from '../shared/day.ts'
import { seenRevision } from '../shared/integers.ts'
import { cents } from '../shared/money.ts'
import { plainName } from '../shared/plain-name.ts'
import { route } from '../shared/route.ts'

/** Changes with the words of the terms (web/referral/terms.ts), so that it is known which ones an owner accepted. */
export const referralTermsVersion = '2026-11'

/** A link counts for this long after the first visit. */
export const referralTouchDays = 90
/** A store that was opened by a link has this long to conclude its first real order. */
export const referralOrderDays = 180

export const referralStates = ['signed-up', 'store-open', 'rewarded', 'void'] as const
export type ReferralState = (typeof referralStates)[number]

export const voidReasons = [
  'same-person',
  'same-document',
  'same-phone',
  'same-device',
  'existing-customer',
  'program-off',
  'expired',
  'by-support',
] as const
export type VoidReason = (typeof voidReasons)[number]

const program = z.strictObject({
  enabled: z.boolean(),
  /** The `referrer_id` of the store's link; null: never switched on. */
  code: z.nullable(z.string()),
  /** The address to share; null: no code. */
  link: z.nullable(z.string()),
  termsVersion: z.string(),
  /** Null: these terms were not accepted. */
  acceptedAt: z.nullable(instant),
  acceptedBy: z.nullable(z.string()),
  /** Noted for each store that concludes a real order. */
  rewardCents: cents,
  /** 0: never saved. */
  version: z.int(),
})
export type ReferralProgram = z.output<typeof program>

const referral = z.strictObject({
  id: z.uuid(),
  state: z.enum(referralStates),
  /** The store's name with its letters hidden; null: no store yet. */
  label: z.nullable(z.string()),
  signedUpAt: instant,
  storeOpenedAt: z.nullable(instant),
  firstOrderAt: z.nullable(instant),
  rewardedAt: z.nullable(instant),
  voidedAt: z.nullable(instant),
  voidReason: z.nullable(z.enum(voidReasons)),
  /** What support wrote. */
  voidNote: z.nullable(z.string()),
})
export type Referral = z.output<typeof referral>

const ledgerEntry = z.strictObject({
  id: z.uuid(),
  referralId: z.uuid(),
  kind: z.enum(['reward', 'reversal']),
  /** Negative for a reversal. */
  cents: z.int(),
  at: instant,
})

export const myReferrals = z.strictObject({
  program,
  counts: z.strictObject({
    clicked: z.int(),
    signedUp: z.int(),
    storesOpened: z.int(),
    firstOrders: z.int(),
    rewarded: z.int(),
    void: z.int(),
  }),
  /** The newest first, at most 200. */
  referrals: z.array(referral),
  ledger: z.strictObject({ balanceCents: z.int(), entries: z.array(ledgerEntry) }),
})
export type MyReferrals = z.output<typeof myReferrals>

export const enableReferralProgram = route({
  name: 'enableReferralProgram',
  method: 'PATCH',
  path: '/stores/enableReferralProgram/mine',
  summary: 'Switches the referral program on or off; switching on needs the terms of now accepted',
  access: { kind: 'store', role: 'owner' },
  leavesBehind: true,
  body: z.strictObject({
    enabled: z.boolean('Ligue ou desligue as indicações.'),
    /** The version of the terms that the owner read and accepted. */
    acceptedTerms: z.optional(z.string().check(z.maxLength(40))),
    version: seenRevision(),
  }),
  reply: myReferrals,
  errors: ['store/not-found', 'module/off', 'referral/stale', 'referral/terms-not-accepted'],
})

export const getMyReferrals = route({
  name: 'getMyReferrals',
  method: 'GET',
  path: '/referral/getMyReferrals',
  summary: 'The referral link, who came by it and how far, and what it earned',
  access: { kind: 'store', role: 'owner' },
  reply: myReferrals,
  errors: ['store/not-found', 'module/off'],
})

/** Says nothing of whether the code exists. Keeps a number a day and no data of the visitor. */
export const countReferralClick = route({
  name: 'countReferralClick',
  method: 'POST',
  path: '/referral/clicks',
  summary: 'A browser opened a referral link for the first time',
  access: { kind: 'public' },
  body: z.strictObject({ referrerId: z.string('Informe o código.').check(z.minLength(1), z.maxLength(200)) }),
  reply: z.strictObject({}),
  errors: [],
})

export const voidReferral = route({
  name: 'voidReferral',
  method: 'POST',
  path: '/referral/void',
  summary: 'Support, inside the store: voids a referral with a reason and takes its reward back',
  access: { kind: 'user' },
  leavesBehind: false,
  body: z.strictObject({
    storeId: z.uuid('Loja inválida.'),
    referralId: z.uuid('Indicação inválida.'),
    reason: z
      .string('Diga por que a indicação não vale.')
      .check(z.trim(), z.minLength(5, 'Diga por que a indicação não vale.'), z.maxLength(200), plainName()),
  }),
  reply: myReferrals,
  errors: [
    'support/denied',
    'support/second-factor-missing',
    'store/not-found',
    'referral/not-found',
    'referral/already-void',
  ],
})
