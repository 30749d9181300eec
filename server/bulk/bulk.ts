/** Public API of this folder. */
export { notePartFailed, runPart } from './run-part.ts'
