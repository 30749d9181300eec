import type { WeekShift } from '../../../server/marketplaces/merchant.ts'
import { hoursRules } from '../../../server/stores/wishes/hours-wish.rules.ts'
import { maxItemWritesPerMinute } from '../../../server/stores/wishes/item-port.ts'
import { itemRules, type ItemWish, type SeenItem } from '../../../server/stores/wishes/item-wish.rules.ts'
import {
  ourPauseRules,
  pauseSteps,
  theirPauseRules,
  type PauseWish,
  type SeenPause,
} from '../../../server/stores/wishes/pause-wish.rules.ts'
import type { WishPort } from '../../../server/stores/wishes/reconcile.ts'
import { wishPace } from '../../../server/stores/wishes/wish.rules.ts'
import { published, type FaultyMerchant } from './faulty-merchant.ts'
import type { VirtualTime } from './virtual-time.ts'

/** How wishes that are looked at together are asked and written, and what is true there at once. */
export interface Line<W, S> extends Omit<WishPort<W, S>, 'change' | 'now'> {
  truth(about: string): S
}

const { maxPauseDays } = published
const common = {
  maxWritesPerMinute: wishPace.maxWritesPerMinute,
  refusalText: () => 'refused',
  missingText: () => 'missing',
}

export const ourPausePort = (
  merchant: FaultyMerchant,
  time: VirtualTime,
): Line<PauseWish, readonly SeenPause[]> => ({
  ...common,
  rules: ourPauseRules(maxPauseDays),
  truth: () => merchant.pauses.filter(({ ours, end }) => ours && end > time.at),
  read: async () => new Map([['pause', (await merchant.list()).filter(({ ours }) => ours)]]),
  removes: (wished, seen) => pauseSteps(wished, seen, time.at, maxPauseDays).remove,
  write: async (_, wished, seen) => {
    const { make, remove } = pauseSteps(wished, seen, time.at, maxPauseDays)
    if (make !== null) await merchant.pause(make)
    for (const id of remove) await merchant.resume(id)
  },
})

export const theirPausePort = (
  merchant: FaultyMerchant,
  time: VirtualTime,
): Line<PauseWish, readonly SeenPause[]> => ({
  ...common,
  rules: theirPauseRules,
  truth: () => merchant.pauses.filter(({ ours, end }) => !ours && end > time.at),
  read: async () => new Map([['pause-there', (await merchant.list()).filter(({ ours }) => !ours)]]),
  removes: (wished, seen) => (wished.closed ? [] : seen.map(({ id }) => id)),
  write: async (_, wished, seen) => {
    if (!wished.closed) for (const { id } of seen) await merchant.resume(id)
  },
})

export const hoursPort = (
  merchant: FaultyMerchant,
  _time: VirtualTime,
): Line<readonly WeekShift[], readonly WeekShift[]> => ({
  ...common,
  rules: hoursRules,
  truth: () => merchant.week,
  read: async () => new Map([['hours', await merchant.readWeek()]]),
  removes: () => [],
  write: (_, wished) => merchant.writeWeek(wished),
})

/** One answer of the catalogue shows all items. */
export const itemsPort = (merchant: FaultyMerchant): Line<ItemWish, SeenItem> => ({
  ...common,
  maxWritesPerMinute: maxItemWritesPerMinute,
  rules: itemRules,
  truth: (about) => seenItem(merchant.items.get(about) ?? false),
  read: async () =>
    new Map([...(await merchant.readItems())].map(([about, value]) => [about, seenItem(value)])),
  removes: () => [],
  write: (about, wished) => merchant.writeItem(about, wished),
})

const seenItem = (value: boolean | number): SeenItem => ({ value, hidden: false })
