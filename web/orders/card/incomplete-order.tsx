import { channelName, isMarketplace } from '../../../contract/shared/channels.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { Icon } from '../../ui/icon.tsx'
import { Row } from '../../kit/layout.tsx'
import styles from './incomplete-order.module.css'

/** Marks an order that came with data that could not be read: what is known is shown, and the rest is elsewhere. */
export function IncompleteOrder({ order }: { readonly order: Order }) {
  if (!order.incomplete) return null
  const where = isMarketplace(order.platform)
    ? `Confira o pedido inteiro no aplicativo: ${channelName(order.platform)}.`
    : 'Confira com o cliente antes de preparar.'
  return (
    <Row as="p" gap={8} align="stretch" className={styles.incomplete} role="status">
      <Icon name="alert" size={16} />
      <span>
        <b>Pedido com dados inválidos.</b> {where}
      </span>
    </Row>
  )
}
