/**
 * The last width of each layout, in CSS px. Style sheets write these and the pixel after them, and no others
 * (scripts/style-sheets.test.ts).
 */
export const lastWidths = { phone: 767, tablet: 1023, narrow: 1199, laptop: 1399, desktop: 1679 } as const
