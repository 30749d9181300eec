import { moneyShort } from '../words/format.ts'
import type { NeedTime } from './need-times.rules.ts'
import styles from './needs-list.module.css'

/** Centavos that it costs within fifteen minutes; the heading says that they are at risk. */
export function Risk({ cents }: { readonly cents: number }) {
  return (
    <p className={styles.time} data-risk>
      {moneyShort(cents)} <small>em 15&nbsp;min</small>
    </p>
  )
}

export function Time({ of: { words, hot, says } }: { readonly of: NeedTime }) {
  return (
    <p className={styles.time} data-hot={hot || undefined}>
      {says === '' ? null : <small>{says}</small>} {words}
    </p>
  )
}
