import * as z from 'zod/mini'
import { weekdays } from '../../../contract/stores/stores.ts'
import { reportOddRow } from '../../errors/odd-rows.ts'
import type { WeekShift } from '../../marketplaces/merchant.ts'
import type { ItemWish, SeenItem } from './item-wish.rules.ts'
import type { PauseWish, SeenPause } from './pause-wish.rules.ts'
import type { Wish } from './wish.rules.ts'

/** By kind: how it is wished, and how it is seen. */
export interface WishKinds {
  readonly pause: Wish<PauseWish, readonly SeenPause[]>
  readonly 'pause-there': Wish<PauseWish, readonly SeenPause[]>
  readonly hours: Wish<readonly WeekShift[], readonly WeekShift[]>
  readonly 'on-sale': Wish<ItemWish, SeenItem>
  readonly price: Wish<ItemWish, SeenItem>
  readonly 'option-on-sale': Wish<ItemWish, SeenItem>
  readonly 'option-price': Wish<ItemWish, SeenItem>
}
export type WishKind = keyof WishKinds

/** Of the merchant as a whole. */
export const merchantKinds = ['pause', 'pause-there', 'hours'] as const
/** Of one of its items. */
export const itemKinds = ['on-sale', 'price'] as const
export type ItemKind = (typeof itemKinds)[number]
/** Of one option of its items: the subject is its row in `menu_option_channels`. */
export const optionKinds = ['option-on-sale', 'option-price'] as const

export interface WishRow {
  readonly version: number
  readonly origin: string
  readonly wished: unknown
  readonly wished_at: Date
  readonly here: unknown
  readonly seen: unknown
  readonly seen_at: Date | null
  readonly seen_since: Date | null
  readonly sent: unknown
  readonly proved_at: Date | null
  readonly tries: number
  readonly failing_since: Date | null
  readonly refusal: string | null
}

/** Null: nothing that this version knows. The next look makes it again. */
export function wishOf<K extends WishKind>(
  place: {
    readonly storeId: string
    readonly platform: string
    readonly merchantId: string
    readonly kind: K
  },
  row: WishRow,
): WishKinds[K] | null {
  const { wished, seen } = values[place.kind]
  const known = z.object({
    wished,
    here: z.nullable(wished),
    seen: z.nullable(seen),
    sent: z.array(z.object({ wished, at: z.number(), ids: z.array(z.string()), answered: z.boolean() })),
  })
  if (!z.safeParse(known, row).success) {
    const { storeId, platform, merchantId, kind } = place
    const id = `${storeId} ${platform} ${merchantId} ${kind}`
    reportOddRow({ kind: 'channel', storeId, id, shown: true })
    return null
  }
  const wish = {
    version: row.version,
    origin: row.origin === 'outside' ? 'outside' : 'here',
    // The same objects as in the row: what is computed from a week is kept beside it.
    wished: row.wished,
    since: row.wished_at.getTime(),
    here: row.here,
    seen:
      row.seen_at && row.seen_since
        ? { value: row.seen, at: row.seen_at.getTime(), since: row.seen_since.getTime() }
        : null,
    sent: row.sent,
    provedAt: row.proved_at?.getTime() ?? null,
    tries: row.tries,
    failingSince: row.failing_since?.getTime() ?? null,
    refusal: row.refusal,
  }
  return wish as unknown as WishKinds[K]
}

const pauseValue = z.discriminatedUnion('closed', [
  z.object({ closed: z.literal(false) }),
  z.object({ closed: z.literal(true), until: z.nullable(z.number()) }),
])
const seenPauses = z.array(z.object({ id: z.string(), end: z.number() }))
const week = z.array(z.object({ weekday: z.enum(weekdays), start: z.string(), minutes: z.number() }))
const item = z.union([z.boolean(), z.number()])
const seenItem = z.object({ value: item, hidden: z.boolean() })
const values = {
  pause: { wished: pauseValue, seen: seenPauses },
  'pause-there': { wished: pauseValue, seen: seenPauses },
  hours: { wished: week, seen: week },
  'on-sale': { wished: item, seen: seenItem },
  price: { wished: item, seen: seenItem },
  'option-on-sale': { wished: item, seen: seenItem },
  'option-price': { wished: item, seen: seenItem },
} as const
