import { smallChange } from '../../contract/reports/metrics/metrics.ts'
import { Hidden } from '../ui/hidden.tsx'
import { changeSize } from '../words/change-size.ts'
import styles from './group-page.module.css'

/** How much a sum of sales is above or below another: grey “igual” under 2 %, and nothing without the other. */
export function Change({
  now,
  before,
  pill = false,
}: {
  readonly now: number
  readonly before: number
  /** Filled, beside the page's large figure. */
  readonly pill?: boolean
}) {
  if (before <= 0) return null
  const share = now / before - 1
  const size = Math.abs(share)
  const tone = size < smallChange ? 'same' : share > 0 ? 'up' : 'down'
  return (
    <span className={`${styles.change} ${pill ? styles.pill : ''}`} data-tone={tone}>
      {tone === 'same' ? (
        'igual'
      ) : (
        <>
          <span aria-hidden="true">{share > 0 ? '▲' : '▼'} </span>
          <Hidden>{share > 0 ? 'mais ' : 'menos '}</Hidden>
          {changeSize(size)}
        </>
      )}
    </span>
  )
}
