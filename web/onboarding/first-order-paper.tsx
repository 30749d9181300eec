import { clockTime } from '../words/format.ts'
import { Button } from '../ui/button.tsx'
import { Paper } from '../ui/paper.tsx'
import { Stack } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import styles from './first-order.module.css'
import type { FirstOrderNews } from './usage-data.ts'

export interface NewStore {
  readonly id: string
  readonly name: string
  readonly timezone: string
}

/** The first real order, told once: a piece of paper above the page, which covers nothing. */
export function FirstOrderPaper({
  store,
  order,
  onClose,
}: {
  readonly store: NewStore
  readonly order: FirstOrderNews
  readonly onClose: () => void
}) {
  return (
    <div className={styles.first} role="status">
      <Paper torn="foot" className={styles.paper ?? ''}>
        <Stack as="span" gap={2} className={styles.words}>
          <b>O primeiro pedido de {store.name}!</b>
          <Muted as="span">
            Chegou às {clockTime(order.at, store.timezone)}. Daqui em diante cada um conta nos relatórios.
          </Muted>
        </Stack>
        <Button variant="ghost" icon="close" aria-label="Fechar" onClick={onClose} />
      </Paper>
    </div>
  )
}
