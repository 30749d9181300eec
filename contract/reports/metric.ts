type MetricUnit = 'cents' | 'count' | 'share' | 'score' | 'minutes'

export interface Metric {
  /** pt-BR, as on the screen. */
  readonly label: string
  readonly unit: MetricUnit
  /** The formula in words, pt-BR: what opens from the figure. */
  readonly definition: string
  /** Where the facts come from. */
  readonly source: string
  /** Whether more is better: decides green or red, not the arrow. */
  readonly goodWhen: 'up' | 'down' | 'neither'
}
