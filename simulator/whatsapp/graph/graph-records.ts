/** What the simulated platform keeps. Times are ms of its own clock. */
export interface BusinessPhone {
  readonly id: string
  readonly wabaId: string
  readonly displayNumber: string
  verifiedName: string
  registered: boolean
  quality: 'GREEN' | 'YELLOW' | 'RED'
  /** Different people that a template may reach in a day. */
  tier: keyof typeof peopleOfTier
  /** The account broke a rule: nothing leaves any more. */
  banned: boolean
  /** Messages of one second, for the limit of the number. */
  readonly sentAt: number[]
  /** People reached by a template, with the last time. */
  readonly reachedAt: Map<string, number>
}

export const peopleOfTier = {
  TIER_250: 250,
  TIER_2K: 2_000,
  TIER_10K: 10_000,
  TIER_100K: 100_000,
  TIER_UNLIMITED: Number.POSITIVE_INFINITY,
} as const

export interface Customer {
  /** Digits with the country code, as WhatsApp knows the person. */
  readonly waId: string
  /** The platform's own id of the person. */
  readonly userId: string
  name: string
  /** A person with a user name shows no number to a business. */
  hidesNumber: boolean
  /** Nobody with this number uses WhatsApp. */
  unreachable: boolean
}

interface Choice {
  readonly id: string
  readonly title: string
  readonly description: string | null
  readonly section: string | null
}

export type MessageStatus = 'accepted' | 'sent' | 'delivered' | 'read' | 'failed'

export interface Bubble {
  readonly id: string
  readonly phoneId: string
  /** Of the customer. */
  readonly waId: string
  readonly by: 'customer' | 'store' | 'owner'
  readonly type: string
  readonly text: string
  /** What the customer may tap. */
  readonly choices: { readonly button: string | null; readonly rows: readonly Choice[] } | null
  readonly at: number
  status: MessageStatus
  /** The error code of a failed one. */
  failure: number | null
  /** `biz_opaque_callback_data`: comes back with every status. */
  readonly callbackData: string | null
}

export interface Template {
  readonly id: string
  readonly wabaId: string
  readonly name: string
  readonly language: string
  readonly category: 'UTILITY' | 'MARKETING' | 'AUTHENTICATION'
  readonly body: string
  status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'PAUSED' | 'DISABLED'
  reason: string | null
}

export interface Media {
  readonly id: string
  readonly mimeType: string
  readonly bytes: Buffer
}

/** What the business would be billed, for the money shown to owners. */
export interface Charge {
  readonly messageId: string
  readonly category: 'service' | 'utility' | 'marketing' | 'authentication'
  readonly billable: boolean
  /** Millionths of a dollar. */
  readonly microDollars: number
}
