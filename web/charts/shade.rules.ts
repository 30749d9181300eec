/** Look of a shaded cell: percentage of the bar's colour, and whether its text uses the surface colour. */
export interface Shade {
  readonly percent: number
  readonly strong: boolean
}

/** From here on a cell is dark enough (light enough in the dark theme) for text in the surface colour. */
const strongFrom = 0.66

/**
 * The shade of a share of the largest value, 0 to 1. Tones between 64 and 84 % of the bar's colour are
 * skipped: in one of the themes neither ink nor surface colour reaches WCAG's contrast of 4.5 on them.
 */
export function shadeOf(share: number): Shade {
  return share > strongFrom
    ? { percent: Math.round(84 + (16 * (share - strongFrom)) / (1 - strongFrom)), strong: true }
    : { percent: Math.round(6 + (58 * share) / strongFrom), strong: false }
}
