import type { WeekShift } from '../../../server/marketplaces/merchant.ts'
import { hoursRules } from '../../../server/stores/wishes/hours-wish.rules.ts'
import {
  ourPauseRules,
  pauseSteps,
  theirPauseRules,
  type PauseWish,
  type SeenPause,
} from '../../../server/stores/wishes/pause-wish.rules.ts'
import type { WishPort } from '../../../server/stores/wishes/reconcile.ts'
import { published, type FaultyMerchant } from './faulty-merchant.ts'
import type { VirtualTime } from './virtual-time.ts'

/** How a kind is asked and written, and what is true there at once. */
export interface Line<W, S> extends Omit<WishPort<W, S>, 'change' | 'now'> {
  truth(): S
}

const refusalText = () => 'refused'
const { maxPauseDays } = published

export const ourPausePort = (
  merchant: FaultyMerchant,
  time: VirtualTime,
): Line<PauseWish, readonly SeenPause[]> => ({
  rules: ourPauseRules(maxPauseDays),
  truth: () => merchant.pauses.filter(({ ours, end }) => ours && end > time.at),
  read: async () => (await merchant.list()).filter(({ ours }) => ours),
  removes: (wished, seen) => pauseSteps(wished, seen, time.at, maxPauseDays).remove,
  write: async (wished, seen) => {
    const { make, remove } = pauseSteps(wished, seen, time.at, maxPauseDays)
    if (make !== null) await merchant.pause(make)
    for (const id of remove) await merchant.resume(id)
  },
  refusalText,
})

export const theirPausePort = (
  merchant: FaultyMerchant,
  time: VirtualTime,
): Line<PauseWish, readonly SeenPause[]> => ({
  rules: theirPauseRules,
  truth: () => merchant.pauses.filter(({ ours, end }) => !ours && end > time.at),
  read: async () => (await merchant.list()).filter(({ ours }) => !ours),
  removes: (wished, seen) => (wished.closed ? [] : seen.map(({ id }) => id)),
  write: async (wished, seen) => {
    if (!wished.closed) for (const { id } of seen) await merchant.resume(id)
  },
  refusalText,
})

export const hoursPort = (
  merchant: FaultyMerchant,
  _time: VirtualTime,
): Line<readonly WeekShift[], readonly WeekShift[]> => ({
  rules: hoursRules,
  truth: () => merchant.week,
  read: () => merchant.readWeek(),
  removes: () => [],
  write: (wished) => merchant.writeWeek(wished),
  refusalText,
})
