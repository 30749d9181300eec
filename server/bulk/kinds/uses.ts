import * as z from 'zod/mini'
import { moduleKeys, moduleNames } from '../../../contract/stores/module-keys.ts'
import { moduleFlags } from '../../../contract/stores/modules.ts'
import { modulesOf, saveModulesIn } from '../../modules/modules.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Kind } from './kind.ts'

const kept = z.object({
  /** After the change: a newer one is another person's. */
  version: z.int(),
  /** The switched ones as they were. */
  before: moduleFlags,
})

/** What the store uses of the panel. */
export const uses: Kind<'uses'> = {
  facet: null,
  apply: async (tx, call, { modules: wanted }) => {
    const { modules, version } = await modulesOf(tx, call.storeId)
    const now = new Map(modules.map(({ key, on }) => [key, on]))
    const switched = moduleKeys.filter((key) => wanted[key] !== undefined && wanted[key] !== now.get(key))
    if (switched.length === 0) return { state: 'same', words: 'Já usa o mesmo.' }
    const flags = (of: (key: (typeof moduleKeys)[number]) => boolean | undefined) =>
      moduleFlags.parse(Object.fromEntries(switched.map((key) => [key, of(key)])))
    const after = await saveModulesIn(tx, call, { modules: flags((key) => wanted[key]), version })
    const words = switched.map((key) => `${moduleNames[key]} ${wanted[key] ? 'ligado' : 'desligado'}`)
    return {
      state: 'done',
      words: `${words.join(', ')}.`,
      kept: { version: after.version, before: flags((key) => now.get(key)) },
    }
  },
  undo: async (tx, call, was) => {
    const { version, before } = kept.parse(was)
    if ((await modulesOf(tx, call.storeId)).version !== version) throw new AppError('bulk/nothing-to-undo')
    await saveModulesIn(tx, call, { modules: before, version })
  },
}
