/**
 * Names in the page the files that its screen will ask for: what `first-visit.ts` fetches. Those of every
 * page, a bar, those of the screen.
 */
export const filesMeta = 'balcao-files'
