import { clockTime } from '../words/format.ts'
import { Button } from '../ui/button.tsx'
import { Paper } from '../ui/paper.tsx'
import styles from './first-order.module.css'
import { useNews } from './usage-data.ts'

/** The store's first real order, told once: a piece of paper above the page, which covers nothing. */
export function FirstOrder({
  store,
}: {
  readonly store: { readonly id: string; readonly name: string; readonly timezone: string }
}) {
  const { firstOrder, dismiss } = useNews(store.id)
  if (!firstOrder) return null
  return (
    <div className={styles.first} role="status">
      <Paper torn="foot" className={styles.paper ?? ''}>
        <span className={styles.words}>
          <b>O primeiro pedido de {store.name}!</b>
          <span>
            Chegou às {clockTime(firstOrder.at, store.timezone)}. Daqui em diante cada um conta nos
            relatórios.
          </span>
        </span>
        <Button variant="ghost" icon="close" aria-label="Fechar" onClick={dismiss} />
      </Paper>
    </div>
  )
}
