/** Public API of this folder. */
export { hoursState } from './opening-hours.rules.ts'
export { noteOpenings } from './note-openings.ts'
export { scheduledSpans, type Instants } from './scheduled-spans.rules.ts'
export { openStatus } from './open-status.rules.ts'
export { storesById, type StoreRow } from './stores.reads.ts'
