import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import { weekdays } from '../../../contract/stores/stores.ts'
import type { Cell } from '../../db/tables.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { reportOddRow } from '../../errors/odd-rows.ts'
import type { WeekShift } from '../../marketplaces/merchant.ts'
import type { PauseWish, SeenPause } from './pause-wish.rules.ts'
import { lookAt, type Wish } from './wish.rules.ts'

/** By kind: how it is wished, and how it is seen. */
export interface WishKinds {
  readonly pause: Wish<PauseWish, readonly SeenPause[]>
  readonly 'pause-there': Wish<PauseWish, readonly SeenPause[]>
  readonly hours: Wish<readonly WeekShift[], readonly WeekShift[]>
}
export type WishKind = keyof WishKinds

export interface WishPlace<K extends WishKind> {
  readonly storeId: string
  readonly merchantId: string
  readonly kind: K
}

/** Reads the row under its lock and keeps what `how` answers; null: it stays. Returns the row as it is then. */
export async function changeWish<K extends WishKind>(
  deps: Deps,
  place: WishPlace<K>,
  how: (wish: WishKinds[K] | null) => WishKinds[K] | null,
): Promise<WishKinds[K] | null> {
  const { storeId, merchantId, kind } = place
  return withStoreScope(deps.cells, [storeId], async (tx) => {
    const row = await tx
      .selectFrom('channel_wishes')
      .selectAll()
      .where('store_id', '=', storeId)
      .where('merchant_id', '=', merchantId)
      .where('kind', '=', kind)
      .forUpdate()
      .executeTakeFirst()
    const before = row ? wishOf(place, row) : null
    const after = how(before)
    if (!after) return before
    await keep(tx, place, after, deps.now())
    if (!before || isShownElse(before, after)) publishStoreEvent(tx, storeId, 'capacity', deps.now())
    return after
  })
}

async function keep<K extends WishKind>(
  tx: Transaction<Cell>,
  { storeId, merchantId, kind }: WishPlace<K>,
  wish: WishKinds[K],
  now: Date,
): Promise<void> {
  const { seen } = wish
  const columns = {
    version: wish.version,
    origin: wish.origin,
    wished: JSON.stringify(wish.wished),
    wished_at: new Date(wish.since),
    here: wish.here === null ? null : JSON.stringify(wish.here),
    seen: seen && JSON.stringify(seen.value),
    seen_at: seen && new Date(seen.at),
    seen_since: seen && new Date(seen.since),
    sent: JSON.stringify(wish.sent),
    proved_at: dateOf(wish.provedAt),
    tries: wish.tries,
    failing_since: dateOf(wish.failingSince),
    refusal: wish.refusal,
    look_at: new Date(lookAt<unknown, unknown>(wish, now.getTime())),
  }
  await tx
    .insertInto('channel_wishes')
    .values({ store_id: storeId, merchant_id: merchantId, kind, ...columns })
    .onConflict((conflict) => conflict.constraint('channel_wishes_pkey').doUpdateSet(columns))
    .execute()
}

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
export function wishOf<K extends WishKind>(place: WishPlace<K>, row: WishRow): WishKinds[K] | null {
  const { wished, seen } = values[place.kind]
  const known = z.object({
    wished,
    here: z.nullable(wished),
    seen: z.nullable(seen),
    sent: z.array(z.object({ wished, at: z.number(), ids: z.array(z.string()), answered: z.boolean() })),
  })
  if (!z.safeParse(known, row).success) {
    const { storeId, merchantId } = place
    reportOddRow({ kind: 'channel', storeId, id: `${storeId} ${merchantId} ${place.kind}`, shown: true })
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
const values = {
  pause: { wished: pauseValue, seen: seenPauses },
  'pause-there': { wished: pauseValue, seen: seenPauses },
  hours: { wished: week, seen: week },
} as const

type ShownFacts = Pick<WishKinds[WishKind], 'version' | 'provedAt' | 'refusal' | 'failingSince' | 'seen'>

/** A screen says something else of it. */
const isShownElse = (a: ShownFacts, b: ShownFacts): boolean =>
  a.version !== b.version ||
  a.provedAt !== b.provedAt ||
  a.refusal !== b.refusal ||
  a.failingSince !== b.failingSince ||
  a.seen?.since !== b.seen?.since

const dateOf = (at: number | null): Date | null => (at === null ? null : new Date(at))
