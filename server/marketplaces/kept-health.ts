import * as z from 'zod/mini'
import { instant } from '../../contract/shared/day.ts'
import { reportOddRow } from '../errors/odd-rows.ts'
import { merchantChecks, type MerchantStatus } from './merchant.ts'

/** What is kept in `integrations.health`. */
export interface KeptHealth extends MerchantStatus {
  readonly checkedAt: string
  /** Since when `available` is as it is. */
  readonly since: string
  /** Of any origin; only while the marketplace says that a pause closes the store. */
  readonly pauses: readonly { readonly id: string; readonly words: string; readonly end: string }[]
  /** A repair that a person asked for and that has not been done yet. */
  readonly repair?: { readonly what: string; readonly at: string } | undefined
}

/** An older process wrote less. */
type PartOfHealth = { readonly [Name in keyof KeptHealth]?: KeptHealth[Name] | undefined }

/** Reads the column. Empty: nothing was kept, or nothing that this version knows; the next look at the merchant replaces it. */
export function healthOf(
  { storeId, platform }: { readonly storeId: string; readonly platform: string },
  column: unknown,
): PartOfHealth {
  if (column === null || column === undefined) return {}
  const read = z.safeParse(part, column)
  if (read.success) return read.data
  reportOddRow({ kind: 'channel', storeId, id: `${storeId} ${platform}`, shown: true })
  return {}
}

/** Null: an older process wrote it. */
export function wholeHealth(health: PartOfHealth): KeptHealth | null {
  const read = z.safeParse(whole, health)
  return read.success ? read.data : null
}

const whole = z.object({
  available: z.boolean(),
  said: z.nullable(z.string()),
  failed: z.array(z.object({ check: z.enum(merchantChecks), said: z.nullable(z.string()) })),
  reopenable: z.boolean(),
  checkedAt: instant,
  since: instant,
  pauses: z.array(z.object({ id: z.string(), words: z.string(), end: instant })),
  repair: z.optional(z.object({ what: z.string(), at: instant })),
})
const part = z.partial(whole)
