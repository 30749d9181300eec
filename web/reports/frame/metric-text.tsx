import { metricDefinitions } from '../../../contract/reports/metrics/metric-definitions.ts'
import type { MetricName } from '../../../contract/reports/metrics/metrics.ts'

/** The formula of a figure and where its data come from. */
export function MetricText({ name }: { readonly name: MetricName }) {
  const { definition, source } = metricDefinitions[name]
  return (
    <>
      {definition}
      <small>{source}</small>
    </>
  )
}
