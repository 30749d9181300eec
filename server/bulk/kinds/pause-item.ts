import * as z from 'zod/mini'
import { AppError } from '../../errors/app-error.ts'
import { pauseItems, resumeItems } from '../../menu/menu.ts'
import { whenText } from '../../stores/stores.ts'
import { findItem } from './find-item.ts'
import type { Kind } from './kind.ts'
import { openPauseOf } from './open-pause.ts'
import { timezoneOf } from './timezone-of.ts'

const kept = z.object({ itemId: z.string(), pauseId: z.string() })

export const pauseItem: Kind<'pause-item'> = {
  facet: 'menu',
  apply: async (tx, call, { item, until, reason }) => {
    const { storeId, now } = call
    const { id, name } = await findItem(tx, storeId, item)
    const [paused] = await pauseItems(tx, { ...call, body: { until, reason } }, [id])
    const pause = await openPauseOf(tx, storeId, id)
    const back = pause?.until
      ? `volta ${whenText(pause.until, now, await timezoneOf(tx, storeId))}`
      : 'sem data para voltar'
    if (!paused || !pause) return { state: 'same', words: `${name} já está pausado: ${back}.` }
    return { state: 'done', words: `${name} sai de venda: ${back}.`, kept: { itemId: id, pauseId: pause.id } }
  },
  undo: async (tx, call, was) => {
    const { itemId, pauseId } = kept.parse(was)
    // One that a person made since is another one.
    if ((await openPauseOf(tx, call.storeId, itemId))?.id !== pauseId)
      throw new AppError('bulk/nothing-to-undo')
    const [resumed] = await resumeItems(tx, call, [itemId])
    if (!resumed) throw new AppError('bulk/nothing-to-undo')
  },
}
