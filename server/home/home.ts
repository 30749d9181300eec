/** Public API of this folder. */
export { readPricedNeeds, withoutRank } from './needs.ts'
export { rankNeeds } from './rank-needs.rules.ts'
export { byRisk } from './risk.rules.ts'
