/**
 * Meta tag with the files of the page's screen, fetched by `first-visit.ts`: a bar separates those of every
 * page from those of the screen.
 */
export const filesMeta = 'balcao-files'
