import { withChannel } from '../../../contract/shared/channels.ts'
import { withStoreScope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import type { MarketplaceError } from '../../marketplaces/marketplace-error.ts'
import type { Marketplace } from '../../marketplaces/marketplace.ts'
import type { MerchantHours, MerchantPauses, WeekShift } from '../../marketplaces/merchant.ts'
import { normalWeek } from '../channels/channel-week.rules.ts'
import { ourPauseWords } from '../hours/our-pause.ts'
import { hoursRules } from './hours-wish.rules.ts'
import {
  openWish,
  ourPauseRules,
  pauseSteps,
  theirPauseRules,
  type PauseWish,
  type SeenPause,
} from './pause-wish.rules.ts'
import type { WishPort } from './reconcile.ts'
import { changeWishes } from './wish-rows.ts'
import type { WishKind, WishKinds } from './wish-values.ts'
import { wishPace } from './wish.rules.ts'

/** One merchant of a store, with its connection. */
export interface WishedMerchant {
  readonly deps: Deps
  readonly storeId: string
  readonly merchantId: string
  readonly marketplace: Marketplace
  /** IANA zone of the store. */
  readonly timezone: string
}

type PausePort = WishPort<PauseWish, readonly SeenPause[]>
type HoursPort = WishPort<readonly WeekShift[], readonly WeekShift[]>

/** A read has so long; it is not repeated, because the whole look is. */
const readLimitMs = 5_000

/** Null: the marketplace does not offer it. */
export function ourPausePort(merchant: WishedMerchant): PausePort | null {
  const { merchantId, timezone, marketplace, deps } = merchant
  const { pauses } = marketplace
  if (!pauses) return null
  const { maxDays } = pauses
  return {
    ...kept(merchant, 'pause'),
    rules: ourPauseRules(maxDays),
    read: async () => new Map([['pause', await pausesOf(merchant, pauses, true)]]),
    removes: (wished, seen) => pauseSteps(wished, seen, deps.now().getTime(), maxDays).remove,
    write: async (_, wished, seen) => {
      const now = deps.now()
      const { make, remove } = pauseSteps(wished, seen, now.getTime(), maxDays)
      if (make !== null)
        await pauses.pause(merchantId, { words: ourPauseWords, start: now, end: new Date(make), timezone })
      for (const id of remove) await pauses.resume(merchantId, id)
    },
    refusalText: (wished, error) => pauseRefusal(wished, error),
  }
}

export function theirPausePort(merchant: WishedMerchant): PausePort | null {
  const { merchantId, marketplace } = merchant
  const { pauses } = marketplace
  if (!pauses) return null
  return {
    ...kept(merchant, 'pause-there'),
    rules: theirPauseRules,
    read: async () => new Map([['pause-there', await pausesOf(merchant, pauses, false)]]),
    removes: (_, seen) => seen.map(({ id }) => id),
    // Only a person here asks for it, and only to open.
    write: async (_, wished, seen) => {
      if (!wished.closed) for (const { id } of seen) await pauses.resume(merchantId, id)
    },
    refusalText: (_, error) => pauseRefusal(openWish, error),
  }
}

export function hoursPort(merchant: WishedMerchant): HoursPort | null {
  const { merchantId, marketplace } = merchant
  const { hours } = marketplace
  if (!hours) return null
  return {
    ...kept(merchant, 'hours'),
    rules: hoursRules,
    read: async () => new Map([['hours', await weekAt(hours, merchantId)]]),
    removes: () => [],
    write: (_, wished) => hours.write(merchantId, wished),
    refusalText: (_, error) => hoursRefusal(error),
  }
}

type KeptPort<K extends WishKind> = Pick<
  WishPort<WishKinds[K]['wished'], unknown>,
  'now' | 'maxWritesPerMinute' | 'missingText'
> & {
  change(
    how: (wishes: ReadonlyMap<string, WishKinds[K]>) => ReadonlyMap<string, WishKinds[K]>,
    asked?: boolean,
  ): Promise<ReadonlyMap<string, WishKinds[K]>>
}

function kept<K extends WishKind>(merchant: WishedMerchant, kind: K): KeptPort<K> {
  const { deps, storeId, merchantId, marketplace } = merchant
  const place = { storeId, platform: marketplace.platform, merchantId, kinds: [kind] }
  return {
    maxWritesPerMinute: wishPace.maxWritesPerMinute,
    missingText: () => '',
    now: () => deps.now().getTime(),
    change: (how, asked) =>
      withStoreScope(deps.cells, [storeId], (tx) => changeWishes(tx, place, how, { now: deps.now(), asked })),
  }
}

async function pausesOf(
  { merchantId, timezone }: WishedMerchant,
  pauses: MerchantPauses,
  ours: boolean,
): Promise<readonly SeenPause[]> {
  const listed = await pauses.read(merchantId, timezone, AbortSignal.timeout(readLimitMs))
  return listed
    .filter(({ words }) => (words === ourPauseWords) === ours)
    .map(({ id, end }) => ({ id, end: end.getTime() }))
}

const weekAt = async (hours: MerchantHours, merchantId: string): Promise<readonly WeekShift[]> =>
  normalWeek(await hours.read(merchantId, AbortSignal.timeout(readLimitMs)))

function pauseRefusal(wished: PauseWish, error: MarketplaceError): string {
  const { platform } = error
  const channel = withChannel('O', platform)
  if (error.kind === 'not-found') return `${channel} não encontrou esta loja. Confira em Ajustes, Canais.`
  if (error.kind !== 'refused') return error.words
  const app = `pelo aplicativo ${withChannel('de', platform)}`
  return wished.closed
    ? `${channel} não aceitou a pausa. Pause ${app}.`
    : `${channel} não aceitou reabrir a loja. Reabra ${app}.`
}

const hoursRefusal = ({ kind, platform }: MarketplaceError): string =>
  kind === 'not-found'
    ? `${withChannel('O', platform)} não encontrou esta loja. Confira em Ajustes, Canais.`
    : `${withChannel('O', platform)} não aceitou o horário. Confira no aplicativo ${withChannel('de', platform)}.`
