/** Public API of this folder. */
export { modulesOf } from './modules.reads.ts'
export { saveModulesIn } from './save-modules.ts'
