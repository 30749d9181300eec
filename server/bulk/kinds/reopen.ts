import * as z from 'zod/mini'
import { platforms } from '../../../contract/shared/channels.ts'
import { AppError } from '../../errors/app-error.ts'
import { addBreak, breaksOf, endBreakIn, nextPaceVersion } from '../../stores/stores.ts'
import type { Kind } from './kind.ts'

const kept = z.object({
  breaks: z.array(
    z.object({
      name: z.nullable(z.string()),
      /** Ms since 1970; null: until a person ends it. */
      end: z.nullable(z.number()),
      channels: z.array(z.enum(platforms)),
    }),
  ),
})

export const reopen: Kind<'reopen'> = {
  facet: 'pauses',
  apply: async (tx, call) => {
    const { storeId, now } = call
    const running = (await breaksOf(tx, [storeId], now)).filter(({ start }) => start <= now)
    if (running.length === 0) return { state: 'same', words: 'Não está parada.' }
    for (const { id } of running) await endBreakIn(tx, call, id)
    const names = running.map(({ name }) => name ?? 'pausa dos pedidos').join(', ')
    const breaks = running.map(({ name, end, channels }) => ({ name, end: end?.getTime() ?? null, channels }))
    return { state: 'done', words: `Volta a vender agora: termina ${names}.`, kept: { breaks } }
  },
  undo: async (tx, { storeId, caller, now }, was) => {
    const again = kept.parse(was).breaks.filter(({ end }) => end === null || end > now.getTime())
    if (again.length === 0) throw new AppError('bulk/nothing-to-undo')
    for (const { name, end, channels } of again)
      await addBreak(
        tx,
        storeId,
        { name, start: now, end: end === null ? null : new Date(end), channels, setBy: caller.name },
        now,
      )
    await nextPaceVersion(tx, storeId, now)
  },
}
