/** The door of this room. */
export { hoursState } from './opening-hours.rules.ts'
