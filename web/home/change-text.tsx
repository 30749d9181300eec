import { Hidden } from '../ui/hidden.tsx'
import { changeText } from './home-words.rules.ts'
import styles from './change-text.module.css'

/** How much sales are above or below those of another day; nothing without one. */
export function ChangeText({
  now,
  before,
  filled = false,
}: {
  readonly now: number
  readonly before: number
  /** A pill, beside the page's large figure only. */
  readonly filled?: boolean
}) {
  const change = changeText(now, before)
  if (!change) return null
  const [arrow, ...rest] = change.words.split('\u00a0')
  return (
    <span className={filled ? styles.filled : styles.change} data-tone={change.tone}>
      {change.tone === 'same' ? (
        change.words
      ) : (
        <>
          <span aria-hidden="true">
            {arrow}
            {'\u00a0'}
          </span>
          <Hidden>{change.tone === 'good' ? 'acima: ' : 'abaixo: '}</Hidden>
          {rest.join('\u00a0')}
        </>
      )}
    </span>
  )
}
