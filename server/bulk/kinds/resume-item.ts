import * as z from 'zod/mini'
import { AppError } from '../../errors/app-error.ts'
import { pauseItems, resumeItems } from '../../menu/menu.ts'
import { findItem } from './find-item.ts'
import type { Kind } from './kind.ts'
import { openPauseOf } from './open-pause.ts'

const kept = z.object({
  itemId: z.string(),
  /** Of the pause that ended, ISO. */
  until: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})

export const resumeItem: Kind<'resume-item'> = {
  facet: 'menu',
  apply: async (tx, call, { item }) => {
    const { id, name } = await findItem(tx, call.storeId, item)
    const pause = await openPauseOf(tx, call.storeId, id)
    const [resumed] = await resumeItems(tx, call, [id])
    if (!resumed || !pause) return { state: 'same', words: `${name} não está pausado.` }
    const until = pause.until?.toISOString() ?? null
    return {
      state: 'done',
      words: `${name} volta a vender.`,
      kept: { itemId: id, until, reason: pause.reason },
    }
  },
  undo: async (tx, call, was) => {
    const { itemId, until, reason } = kept.parse(was)
    if (until !== null && new Date(until) <= call.now) throw new AppError('bulk/nothing-to-undo')
    const [paused] = await pauseItems(tx, { ...call, body: { until: until ?? undefined, reason } }, [itemId])
    if (!paused) throw new AppError('bulk/nothing-to-undo')
  },
}
