/** Public API of this folder. */
export { readPricedNeeds, withoutRank } from './needs.ts'
export { byRisk } from './risk.rules.ts'
