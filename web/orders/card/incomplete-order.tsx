import { channelName, isMarketplace } from '../../../contract/shared/channels.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { Icon } from '../../ui/icon.tsx'
import { Row } from '../../kit/layout.tsx'
import styles from './incomplete-order.module.css'

/**
 * Marks an order that came with data that could not be read: what is known is shown, with the channel's words for what
 * is not, and the whole of it is elsewhere.
 */
export function IncompleteOrder({ order }: { readonly order: Order }) {
  if (!order.incomplete) return null
  const where = isMarketplace(order.platform)
    ? `Confira o pedido inteiro no aplicativo: ${channelName(order.platform)}.`
    : 'Confira com o cliente antes de preparar.'
  const { notUnderstood = [] } = order
  return (
    <Row gap={8} align="stretch" className={styles.incomplete} role="status">
      <Icon name="alert" size={16} />
      <div>
        {notUnderstood.length > 0 ? (
          <>
            <b>Não entendemos isto, que veio com o pedido:</b>
            <ul>
              {notUnderstood.map((words, index) => (
                <li key={index}>{words}</li>
              ))}
            </ul>
          </>
        ) : (
          <b>Pedido com dados inválidos. </b>
        )}
        {where}
      </div>
    </Row>
  )
}
