/** Names in the page the files that its screen will ask for: what `first-visit.ts` fetches. */
export const filesMeta = 'balcao-files'
