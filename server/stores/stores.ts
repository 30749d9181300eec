/** Public API of this folder. */
export { addBreak, endBreaks, turnBreaks } from './hours/breaks.ts'
export { breaksOf, runningBreak, type BreakRow } from './hours/breaks.reads.ts'
export { hoursState } from './hours/open-rule.rules.ts'
export { hoursOn, scheduledSpans, type Instants, type Schedule } from './hours/scheduled-spans.rules.ts'
export { scheduleOf, specialDaysOf } from './hours/special-days.reads.ts'
export { noteOpenings } from './note-openings.ts'
export { openStatus } from './open-status.rules.ts'
export { storesById, type StoreRow } from './stores.reads.ts'
