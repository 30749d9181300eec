import type { WeekShift } from '../../marketplaces/merchant.ts'
import { sameWeek } from '../channels/channel-week.rules.ts'
import type { WishRules } from './wish.rules.ts'

/** A week carries no mark: what we wrote a moment ago is ours. */
export const hoursRules: WishRules<readonly WeekShift[], readonly WeekShift[]> = {
  isSame: (wished, seen) => sameWeek(wished, seen),
  aged: (seen) => seen,
  isSameSeen: sameWeek,
  isMarked: () => false,
  isOurs: (_, to, sent) => sent.some(({ wished }) => sameWeek(wished, to)),
  wishOf: (seen) => seen,
}
