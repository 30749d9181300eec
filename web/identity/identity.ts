/** What other rooms may show of this one; who is signed in: session.ts. */
export { TeamTab } from './team/team-tab.tsx'
