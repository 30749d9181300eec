import { channelName } from '../../../contract/shared/channels.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { moduleNames, moduleOfType } from '../../../contract/stores/module-keys.ts'
import { Icon } from '../../ui/icon.tsx'
import { Row } from '../../kit/layout.tsx'
import styles from './incomplete-order.module.css'

/** Marks an order of a kind that the store does not take any more: it was sold all the same. */
export function ServiceOff({ order }: { readonly order: Order }) {
  if (!order.serviceOff || order.status === 'concluded' || order.status === 'cancelled') return null
  return (
    <Row as="p" gap={8} align="stretch" className={styles.incomplete} role="status">
      <Icon name="alert" size={16} />
      <span>
        <b>O módulo “{moduleNames[moduleOfType(order.type)]}” está desligado.</b>{' '}
        {channelName(order.platform)} ainda vende: atenda ou recuse, e desligue por lá.
      </span>
    </Row>
  )
}
