import * as z from 'zod/mini'
import { printSettings } from '../../../contract/printing/printing.ts'
import { savePrintSettingsIn, settingsOf } from '../../printing/printing.ts'
import type { Kind } from './kind.ts'

const kept = z.object({
  /** After the change: a newer one is another person's. */
  version: z.int(),
  before: printSettings,
})

/** When a ticket is too old, and its footer. */
export const printing: Kind<'printing'> = {
  facet: null,
  apply: async (tx, call, { settings: { expireMinutes, footer } }) => {
    const before = await settingsOf(tx, call.storeId)
    const changes = [
      before.expireMinutes === expireMinutes
        ? ''
        : `uma via vence depois de ${expireMinutes}\u00a0min (antes ${before.expireMinutes})`,
      before.footer === footer ? '' : footer === '' ? 'sem frase no fim' : `frase “${footer}”`,
    ].filter(Boolean)
    if (changes.length === 0) return { state: 'same', words: 'Já imprime assim.' }
    const body = { expireMinutes, footer, version: before.version }
    const { version } = await savePrintSettingsIn(tx, call, body)
    const words = changes.join(', ')
    return {
      state: 'done',
      words: `${words.charAt(0).toUpperCase()}${words.slice(1)}.`,
      kept: { version, before },
    }
  },
  undo: async (tx, call, was) => {
    const { version, before } = kept.parse(was)
    await savePrintSettingsIn(tx, call, { ...before, version })
  },
}
