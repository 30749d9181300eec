import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import type { Cell } from '../../db/tables.ts'
import { publishStoreEvent } from '../../db/live-events.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { lookAt, type Wish } from './wish.rules.ts'
import { merchantKinds, wishOf, type WishKind, type WishKinds } from './wish-values.ts'

/** Wishes of a merchant that are looked at together. */
export interface WishPlace<K extends WishKind> {
  readonly storeId: string
  readonly platform: string
  readonly merchantId: string
  readonly kinds: readonly K[]
  /** Only those of these items or options. Absent: all. */
  readonly subjects?: readonly string[]
}

type Rows<K extends WishKind> = ReadonlyMap<string, WishKinds[K]>

/** `pause`, `price 0197…`: the key of a wish among those of its merchant. */
export const aboutOf = (kind: WishKind, subject: string): string =>
  subject === '' ? kind : `${kind} ${subject}`

/**
 * Reads the rows under their locks and keeps those that `how` answers. Returns the rows as they are then. `asked`: a new
 * row replaces one that another process made in between.
 */
export async function changeWishes<K extends WishKind>(
  tx: Transaction<Cell>,
  place: WishPlace<K>,
  how: (wishes: Rows<K>) => Rows<K>,
  { now, asked = false }: { readonly now: Date; readonly asked?: boolean | undefined },
): Promise<Rows<K>> {
  const { storeId, platform, merchantId, kinds, subjects } = place
  const rows = await tx
    .selectFrom('channel_wishes')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('platform', '=', platform)
    .where('merchant_id', '=', merchantId)
    .where('kind', 'in', kinds)
    .$if(subjects !== undefined, (query) => query.where('subject', 'in', subjects ?? []))
    .orderBy('kind')
    .orderBy('subject')
    .forUpdate()
    .execute()
  const before = new Map<string, WishKinds[K]>()
  const locked = new Set<string>()
  for (const row of rows) {
    const kind = kinds.find((one) => one === row.kind)
    if (!kind) continue
    const about = aboutOf(kind, row.subject)
    locked.add(about)
    const wish = wishOf({ storeId, platform, merchantId, kind }, row)
    if (wish) before.set(about, wish)
  }
  const after = how(before)
  // What is new here, another process may have made in between: it counts, unless a person wishes now.
  const isOver = (about: string) => asked || locked.has(about)
  const [over, fresh] = [
    [...after].filter(([about]) => isOver(about)),
    [...after].filter(([about]) => !isOver(about)),
  ]
  await keep(tx, place, over, { now, isNew: false })
  await keep(tx, place, fresh, { now, isNew: true })
  const isOfItems = kinds.some((kind) => !merchantKinds.some((one) => one === kind))
  if ([...after].some(([about, wish]) => isShownElse(before.get(about), wish)))
    publishStoreEvent(tx, storeId, isOfItems ? 'menu' : 'capacity', now)
  return new Map([...before, ...after])
}

/** The same for what is wished of the merchant as a whole. Null: the row stays. */
export async function changeWish<K extends WishKind>(
  deps: Deps,
  { kind, ...place }: Omit<WishPlace<K>, 'kinds' | 'subjects'> & { readonly kind: K },
  how: (wish: WishKinds[K] | null) => WishKinds[K] | null,
): Promise<void> {
  await withStoreScope(deps.cells, [place.storeId], (tx) =>
    changeWishes(
      tx,
      { ...place, kinds: [kind] },
      (wishes) => {
        const wish = how(wishes.get(kind) ?? null)
        return wish ? new Map([[kind, wish]]) : new Map<string, WishKinds[K]>()
      },
      { now: deps.now(), asked: true },
    ),
  )
}

/** Postgres takes 65,535 values in one statement. */
const maxRows = 1_000

async function keep<K extends WishKind>(
  tx: Transaction<Cell>,
  { storeId, platform, merchantId }: WishPlace<K>,
  wishes: readonly (readonly [string, WishKinds[K]])[],
  { now, isNew }: { readonly now: Date; readonly isNew: boolean },
): Promise<void> {
  const rows = wishes.map(([about, wish]) => {
    const [kind = '', subject = ''] = about.split(' ')
    return { store_id: storeId, platform, merchant_id: merchantId, kind, subject, ...columnsOf(wish, now) }
  })
  for (let first = 0; first < rows.length; first += maxRows)
    await tx
      .insertInto('channel_wishes')
      .values(rows.slice(first, first + maxRows))
      .onConflict((conflict) => {
        const same = conflict.constraint('channel_wishes_pkey')
        return isNew
          ? same.doNothing()
          : same.doUpdateSet((set) => ({
              version: set.ref('excluded.version'),
              origin: set.ref('excluded.origin'),
              wished: set.ref('excluded.wished'),
              wished_at: set.ref('excluded.wished_at'),
              here: set.ref('excluded.here'),
              seen: set.ref('excluded.seen'),
              seen_at: set.ref('excluded.seen_at'),
              seen_since: set.ref('excluded.seen_since'),
              sent: set.ref('excluded.sent'),
              proved_at: set.ref('excluded.proved_at'),
              tries: set.ref('excluded.tries'),
              failing_since: set.ref('excluded.failing_since'),
              refusal: set.ref('excluded.refusal'),
              look_at: set.ref('excluded.look_at'),
            }))
      })
      .execute()
}

const dateOf = (at: number | null): Date | null => (at === null ? null : new Date(at))

const columnsOf = (wish: Wish<unknown, unknown>, now: Date) => ({
  version: wish.version,
  origin: wish.origin,
  wished: JSON.stringify(wish.wished),
  wished_at: new Date(wish.since),
  here: wish.here === null ? null : JSON.stringify(wish.here),
  seen: wish.seen && JSON.stringify(wish.seen.value),
  seen_at: wish.seen && new Date(wish.seen.at),
  seen_since: wish.seen && new Date(wish.seen.since),
  sent: JSON.stringify(wish.sent),
  proved_at: dateOf(wish.provedAt),
  tries: wish.tries,
  failing_since: dateOf(wish.failingSince),
  refusal: wish.refusal,
  look_at: new Date(lookAt(wish, now.getTime())),
})

type ShownFacts = Pick<WishKinds[WishKind], 'version' | 'provedAt' | 'refusal' | 'failingSince' | 'seen'>

/** A screen says something else of it. */
const isShownElse = (a: ShownFacts | undefined, b: ShownFacts): boolean =>
  a?.version !== b.version ||
  a.provedAt !== b.provedAt ||
  a.refusal !== b.refusal ||
  a.failingSince !== b.failingSince ||
  a.seen?.since !== b.seen?.since ||
  !isDeepStrictEqual(a.seen?.value, b.seen?.value)
