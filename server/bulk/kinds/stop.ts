import * as z from 'zod/mini'
import { endBreakIn, scheduleBreakIn, whenText } from '../../stores/stores.ts'
import type { Kind } from './kind.ts'
import { timezoneOf } from './timezone-of.ts'

const kept = z.object({ breakId: z.string() })

/** All stores return at the same moment, however late one of them is reached. */
export const stop: Kind<'stop'> = {
  facet: 'pauses',
  apply: async (tx, call, { minutes, reason }) => {
    const end = new Date(call.askedAt.getTime() + minutes * 60_000)
    const body = { name: reason, start: call.now.toISOString(), end: end.toISOString() }
    const { id } = await scheduleBreakIn(tx, { ...call, body })
    const when = whenText(end, call.now, await timezoneOf(tx, call.storeId))
    return { state: 'done', words: `Para agora e volta sozinha ${when}.`, kept: { breakId: id } }
  },
  undo: (tx, call, was) => endBreakIn(tx, call, kept.parse(was).breakId),
}
