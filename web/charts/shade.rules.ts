/** Look of a shaded cell: percentage of the bar's colour over the counter, and which text is readable on it. */
export interface Shade {
  readonly percent: number
  /** Its text has the counter's colour instead of ink. */
  readonly strong: boolean
}

/**
 * Five steps: an eye tells five tones apart, not a ramp. Between 60 and 88 % neither ink nor the counter's colour
 * is readable in both themes (WCAG's 4.5), so no step is there.
 */
export const shades: readonly Shade[] = [
  { percent: 10, strong: false },
  { percent: 24, strong: false },
  { percent: 40, strong: false },
  { percent: 56, strong: false },
  { percent: 100, strong: true },
]

const weakest: Shade = { percent: 10, strong: false }

/** The step of a share of the largest value, 0 to 1: stronger is more, in both themes. */
export const shadeOf = (share: number): Shade =>
  shades[Math.min(shades.length - 1, Math.max(0, Math.floor(share * shades.length)))] ?? weakest
