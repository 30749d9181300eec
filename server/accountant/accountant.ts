/** Public API of this folder. */
export { monthFile, rejectMonth } from './month-file.ts'
