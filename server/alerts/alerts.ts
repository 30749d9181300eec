/** Public API of this folder. */
export { watchShifts } from './watch-shifts.ts'
