import * as contract from '../../contract/stores/modules.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { readModules, saveModules } from './save-modules.ts'

/** One resource at two addresses. */
export const modulesRoutes: readonly ServedRoute[] = [
  on(contract.readMyModules, readModules),
  on(contract.saveMyModules, saveModules),
  on(contract.readModules, readModules),
  on(contract.saveModules, saveModules),
]
