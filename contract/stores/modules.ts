import * as z from 'zod/mini'
import { seenRevision } from '../shared/integers.ts'
import { instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'
import { moduleKeys } from './module-keys.ts'

export const storeModule = z.strictObject({
  key: z.enum(moduleKeys),
  on: z.boolean(),
  /** Open orders, waiting tickets or whatever else of it is under way; it stays and is finished. */
  running: z.int(),
})
export type StoreModule = z.output<typeof storeModule>

export const storeModules = z.strictObject({
  modules: z.array(storeModule),
  /** 0: never saved. */
  version: z.int(),
  savedAt: z.nullable(instant),
  savedBy: z.nullable(z.string()),
})
export type StoreModules = z.output<typeof storeModules>

const flag = z.optional(z.boolean('Ligue ou desligue o módulo.'))
/** Those that are not named stay as they are. */
export const moduleFlags = z
  .strictObject({
    delivery: flag,
    takeout: flag,
    indoor: flag,
    scheduling: flag,
    autoAccept: flag,
    conversation: flag,
    printing: flag,
    reviews: flag,
    finance: flag,
    ads: flag,
    referral: flag,
  })
  .check(z.refine((modules) => Object.keys(modules).length > 0, 'Escolha ao menos um módulo.'))
const save = z.strictObject({ modules: moduleFlags, version: seenRevision() })

const errors = ['store/not-found', 'module/stale', 'validation/refused'] as const

export const readMyModules = route({
  name: 'readMyModules',
  method: 'GET',
  path: '/config/modules/mine',
  summary: 'What the store uses of the panel, and what each module has under way',
  access: { kind: 'store', role: 'manager' },
  reply: storeModules,
  errors: ['store/not-found'],
})

export const saveMyModules = route({
  name: 'saveMyModules',
  method: 'POST',
  path: '/config/modules/mine',
  summary: 'Switches modules on or off; a stale version gets 409 with the current value',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: false,
  body: save,
  reply: storeModules,
  errors,
})

const storeParams = z.strictObject({ storeId: z.uuid('Loja inválida.') })

export const readModules = route({
  name: 'readModules',
  method: 'GET',
  path: '/config/modules/storeId/{storeId}',
  summary: 'The same as config/modules/mine, for a store by its id',
  access: { kind: 'pathStore', role: 'manager' },
  params: storeParams,
  reply: storeModules,
  errors: ['store/not-found'],
})

export const saveModules = route({
  name: 'saveModules',
  method: 'POST',
  path: '/config/modules/storeId/{storeId}',
  summary: 'The same as config/modules/mine, for a store by its id',
  access: { kind: 'pathStore', role: 'manager' },
  leavesBehind: false,
  params: storeParams,
  body: save,
  reply: storeModules,
  errors,
})
