import { useQuery } from '@tanstack/react-query'
import { readStoresNow } from '../../../contract/stores/stores.ts'
import { queryFor } from '../../api/query.ts'
import { useNow } from '../../browser/clock.ts'
import { Muted } from '../../kit/text.tsx'
import styles from './board.module.css'
import { noNewOrders } from './empty-column.rules.ts'

/** Why no order comes, where no store takes any. */
export function NoNewOrders({ zones }: { readonly zones: ReadonlyMap<string, string> }) {
  const now = useNow(30_000)
  const { data } = useQuery(queryFor(readStoresNow, { query: {} }))
  return <EmptyColumn text={noNewOrders(data?.stores ?? [], zones, now)} />
}

/** Almost empty: a covered dish and one line. */
export function EmptyColumn({ text }: { readonly text: string }) {
  return (
    <Muted size={2} className={styles.empty}>
      <svg viewBox="0 0 84 52" aria-hidden="true">
        <path d="M4 46h76M12 46c0-18 12-30 30-30s30 12 30 30M42 16v-5M38 11h8M24 40c1-8 6-13 12-15" />
      </svg>
      {text}
    </Muted>
  )
}
