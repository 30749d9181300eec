import { useState } from 'react'
import type { Order } from '../../../contract/orders/orders.ts'
import { itemOfOrder, SpanChoice, useMenu, type PauseSpan } from '../../menu/menu.ts'
import { Stack } from '../../kit/layout.tsx'
import styles from './cancel-dialog.module.css'

/** The order's items that are on sale in the store's menu, offered for a pause with the cancellation. */
export function useMissingItems(order: Order) {
  const menu = useMenu(order.storeId)
  const onSale = order.items.flatMap((ordered) => {
    const item = itemOfOrder(menu.data, ordered)
    return item?.status === 'AVAILABLE' ? [item] : []
  })
  const items = [...new Map(onSale.map((item) => [item.id, item])).values()]
  // A single item must be the missing one; of several only the user knows which.
  const [ticked, setTicked] = useState<readonly string[] | null>(null)
  const [span, setSpan] = useState<PauseSpan>('tomorrow')
  const chosen = ticked ?? (items.length === 1 ? items.map((item) => item.id) : [])
  return { items, chosen, setTicked, span, setSpan }
}

export function MissingItems({ missing }: { readonly missing: ReturnType<typeof useMissingItems> }) {
  const { items, chosen, setTicked, span, setSpan } = missing
  if (items.length === 0) return null
  return (
    <Stack gap={12} className={styles.missing}>
      <Stack as="fieldset" gap={2} className={styles.reasons}>
        <legend>O que faltou? Sai de venda em todos os canais.</legend>
        {items.map((item) => (
          <label key={item.id}>
            <input
              type="checkbox"
              checked={chosen.includes(item.id)}
              onChange={(event) =>
                setTicked(event.target.checked ? [...chosen, item.id] : chosen.filter((id) => id !== item.id))
              }
            />
            {item.name}
          </label>
        ))}
      </Stack>
      {chosen.length > 0 ? <SpanChoice span={span} onChange={setSpan} /> : null}
    </Stack>
  )
}
