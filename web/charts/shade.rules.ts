/** How a shaded cell looks: how much of the bar's colour it has, in per cent, and whether its words take the surface's colour. */
export interface Shade {
  readonly percent: number
  readonly strong: boolean
}

/** From here on a cell is dark enough (in the dark theme light enough) for words in the surface's colour. */
const strongFrom = 0.66

/**
 * The shade of a share of the largest value, 0 to 1. The tones between 64 and 84 % of the bar's colour are
 * left out: on them neither ink nor surface has the contrast of 4.5 that WCAG asks for, in one theme or the other.
 */
export function shadeOf(share: number): Shade {
  return share > strongFrom
    ? { percent: Math.round(84 + (16 * (share - strongFrom)) / (1 - strongFrom)), strong: true }
    : { percent: Math.round(6 + (58 * share) / strongFrom), strong: false }
}
