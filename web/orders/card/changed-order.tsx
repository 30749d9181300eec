import { isMarketplace, withChannel } from '../../../contract/shared/channels.ts'
import type { ItemChange, Order, OrderPart } from '../../../contract/orders/orders.ts'
import { Icon } from '../../ui/icon.tsx'
import { Row } from '../../kit/layout.tsx'
import styles from './incomplete-order.module.css'

const partNames: Readonly<Record<OrderPart, string>> = {
  items: 'itens',
  total: 'valor',
  payment: 'pagamento',
  address: 'endereço',
  delivery: 'entrega',
  time: 'horário',
  notes: 'observação',
}

/** Marks an order that was changed after it had come: the kitchen may hold an older ticket. */
export function ChangedOrder({ order }: { readonly order: Order }) {
  const { changed } = order
  if (!changed || order.status === 'concluded' || order.status === 'cancelled') return null
  return (
    <Row as="p" gap={8} align="stretch" className={styles.incomplete} role="status">
      <Icon name="alert" size={16} />
      {isMarketplace(order.platform) ? (
        <span>
          <b>
            Alterado {withChannel('por', order.platform)}: {changedParts(changed.parts)}.
          </b>{' '}
          Confira o que já foi impresso.
        </span>
      ) : (
        <span>
          <b>Alterado: {changedItems(changed.items ?? [])}.</b> Vale a via nova.
        </span>
      )}
    </Row>
  )
}

/** `saiu 1× Lasanha, entrou 1× Tiramisù`. */
const changedItems = (changes: readonly ItemChange[]): string =>
  changes.length === 0
    ? partNames.items
    : changes.map(({ kind, text }) => `${changeVerbs[kind]}${text}`).join(', ')

export const changeVerbs = { out: 'saiu ', in: 'entrou ', other: '' } as const satisfies Record<
  ItemChange['kind'],
  string
>

/** `itens e observação`. */
export const changedParts = (parts: readonly OrderPart[]): string =>
  new Intl.ListFormat('pt-BR').format(parts.map((part) => partNames[part]))
