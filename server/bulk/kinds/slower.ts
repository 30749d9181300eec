import * as z from 'zod/mini'
import { AppError } from '../../errors/app-error.ts'
import { capacityOf, setCapacityIn } from '../../orders/orders.ts'
import { whenText } from '../../stores/stores.ts'
import type { Kind } from './kind.ts'
import { timezoneOf } from './timezone-of.ts'

const kept = z.object({
  /** After the change: a newer one is another person's. */
  version: z.int(),
  level: z.enum(['normal', 'busy']),
  extraMinutes: z.int(),
  /** ISO; null: until a person sets another. */
  until: z.nullable(z.string()),
})

/** All stores promise the usual time again at the same moment. */
export const slower: Kind<'slower'> = {
  facet: null,
  apply: async (tx, call, { extraMinutes, minutes }) => {
    const { storeId, now, askedAt } = call
    const { level, version, ...before } = await capacityOf(tx, storeId, now)
    if (level === 'paused') throw new AppError('validation/refused', { details: [stopped] })
    const until = new Date(askedAt.getTime() + minutes * 60_000)
    // Its turn came after the end.
    if (until <= now) throw new AppError('validation/refused', { details: [over] })
    const back = `até ${whenText(until, now, await timezoneOf(tx, storeId))}`
    if (before.extraMinutes === extraMinutes && before.until === until.toISOString())
      return { state: 'same', words: `Já promete ${extraMinutes}\u00a0min a mais ${back}.` }
    const after = await setCapacityIn(tx, call, { level: 'busy', extraMinutes, until, version })
    return {
      state: 'done',
      words: `Promete ${extraMinutes}\u00a0min a mais ${back}.`,
      kept: { version: after.version, level, extraMinutes: before.extraMinutes, until: before.until },
    }
  },
  undo: async (tx, call, was) => {
    const { version, level, extraMinutes, until } = kept.parse(was)
    const now = await capacityOf(tx, call.storeId, call.now)
    // Setting a pace would end a pause that began since.
    if (now.version !== version || now.level === 'paused') throw new AppError('bulk/nothing-to-undo')
    const over = until !== null && new Date(until) <= call.now
    await setCapacityIn(tx, call, {
      level: over ? 'normal' : level,
      extraMinutes,
      until: until === null || over ? null : new Date(until),
      version,
    })
  },
}

const stopped = { path: 'action', message: 'Está parada agora: não promete horário.' }
const over = { path: 'action', message: 'O tempo já passou quando chegou a vez desta loja.' }
