/** What other rooms may show of this one. */
export { RulesTab } from './rules/rules-tab.tsx'
