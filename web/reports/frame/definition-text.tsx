import { metrics, type MetricName } from '../../../contract/reports/metrics.ts'

/** How a figure is reckoned and from what: the only module that gets these words of the contract (built-contract.ts). */
export function DefinitionText({ name }: { readonly name: MetricName }) {
  return (
    <>
      {metrics[name].definition}
      <small>{metrics[name].source}</small>
    </>
  )
}
