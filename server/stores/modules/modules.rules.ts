import * as z from 'zod/mini'
import {
  moduleKeys,
  moduleNames,
  moduleOfType,
  type ModuleKey,
} from '../../../contract/stores/module-keys.ts'
import { moduleSections } from '../../../contract/stores/module-sections.ts'
import type { OrderType } from '../../../contract/orders/kinds.ts'
import { AppError } from '../../errors/app-error.ts'

const settings = z.object({ off: z.optional(z.array(z.string())) })

/** Reads `stores.modules`. What cannot be read is on, so that a wrong row never stops a store. */
export function modulesOff(modules: unknown): readonly ModuleKey[] {
  const read = z.safeParse(settings, modules ?? {})
  const off = read.success ? (read.data.off ?? []) : []
  return moduleKeys.filter((key) => off.includes(key))
}

/** Whether the store has switched off orders of this type. */
export const isServiceOff = (off: readonly ModuleKey[], type: OrderType): boolean =>
  off.includes(moduleOfType(type))

/** The refusal of a call whose module is switched off. */
export const moduleOffError = (key: ModuleKey): AppError =>
  new AppError('module/off', {
    message: `O módulo “${moduleNames[key]}” está desligado nesta loja. Um gerente pode ligar em Ajustes, ${moduleSections[key]}.`,
  })
