/** Public API of this folder. */
export { withHolidaysOnce } from './holiday-needs.ts'
export { readPricedNeeds, withoutRank } from './needs.ts'
export { rankNeeds } from './rank-needs.rules.ts'
export { byRisk } from './risk.rules.ts'
