type MetricUnit = 'cents' | 'count' | 'share' | 'score' | 'minutes'

export interface Metric {
  /** pt-BR label shown on screen. */
  readonly label: string
  readonly unit: MetricUnit
  /** Whether more is better. Determines the colour, not the arrow. */
  readonly goodWhen: 'up' | 'down' | 'neither'
}

export interface MetricDefinition {
  /** The formula in plain pt-BR, shown when the figure is opened. */
  readonly definition: string
  /** The data source. */
  readonly source: string
}
