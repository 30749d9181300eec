import { minuteMs } from '../../contract/shared/durations.ts'
import { addDays, localParts } from '../../contract/shared/day.ts'
import { scheduledSpans } from '../../server/stores/stores.ts'
import type { DemoStore } from '../demo-stores.ts'
import type { Random } from '../random.ts'

const watchedDays = 30

/** When the store took orders during the last weeks: all the time, minus occasional pauses in its busy hours. */
export function demoOpenings(store: DemoStore, now: Date, random: Random) {
  const today = localParts(now, store.timezone).day
  const since = new Date(now.getTime() - watchedDays * 86_400_000)
  const days = Array.from({ length: watchedDays }, (_, index) => addDays(today, index - watchedDays + 1))
  const channels = ['balcao', 'ifood'] as const
  return {
    watches: channels.map((channel) => ({ store_id: store.id, channel, since, seen_at: now, open: true })),
    openings: channels.flatMap((channel) => {
      const changes: { store_id: string; channel: string; at: Date; open: boolean; cause: string | null }[] =
        [{ store_id: store.id, channel, at: since, open: true, cause: null }]
      for (const span of scheduledSpans({ week: store.busyHours, special: [] }, store.timezone, days)) {
        if (!random.chance(channel === 'ifood' ? 0.22 : 0.12)) continue
        const from = span.from + random.int(Math.max(1, (span.to - span.from) / minuteMs - 60)) * minuteMs
        const to = from + (12 + random.int(40)) * minuteMs
        if (from <= since.getTime() || to >= now.getTime() - 10 * minuteMs) continue
        changes.push(
          {
            store_id: store.id,
            channel,
            at: new Date(from),
            open: false,
            cause: channel === 'ifood' ? 'closed-there' : 'paused',
          },
          { store_id: store.id, channel, at: new Date(to), open: true, cause: null },
        )
      }
      return changes
    }),
  }
}
