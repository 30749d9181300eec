import { isDeepStrictEqual } from 'node:util'
import type { ChannelPause } from '../../../contract/orders/rules.ts'
import { isPausedNow, type PauseWish } from './pause-wish.rules.ts'
import type { Telling } from './wish-telling.rules.ts'
import { outsideText, silenceText } from './wish-words.rules.ts'
import type { WishKinds } from './wish-values.ts'

export type PauseNow = Omit<ChannelPause, 'platform'>

/** Whether a marketplace has followed the store's pause. `merchants`: the wish of each of them, where there is one. */
export function pauseNowAt(
  own: PauseWish,
  merchants: readonly (WishKinds['pause'] | undefined)[],
  telling: Telling,
): PauseNow {
  const now = telling.now.getTime()
  const taken = merchants.flatMap((wish) => (wish && isDeepStrictEqual(wish.here, own) ? [wish] : []))
  const isHeld = (wish: WishKinds['pause'] | undefined) =>
    wish?.seen?.value.some(({ end }) => end > now) ?? false
  for (const wish of taken) {
    const refusal = wish.refusal ?? silenceText(wish, isPausedNow(own, now), telling)
    if (refusal !== null) return { state: 'refused', message: refusal }
    if (wish.origin === 'outside' && isPausedNow(own, now) && !isPausedNow(wish.wished, now))
      return { state: 'open', message: outsideText(false, wish.since, telling) }
  }
  if (!isPausedNow(own, now)) return { state: merchants.some(isHeld) ? 'reopening' : 'open', message: null }
  const all =
    taken.length === merchants.length && taken.every((wish) => isHeld(wish) && wish.provedAt !== null)
  return { state: all ? 'paused' : 'pausing', message: null }
}
