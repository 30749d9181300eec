import { useQuery } from '@tanstack/react-query'
import type { Order } from '../../../contract/orders/orders.ts'
import { readMotoboys } from '../../../contract/orders/work.ts'
import { queryFor } from '../../api/query.ts'
import { useAction } from '../../api/use-action.ts'
import { SelectField } from '../../ui/text-field.tsx'
import { plural } from '../../words/format.ts'
import { assignCourier } from '../actions/order-actions.ts'

let pendingFocusId: string | null = null
/** Focuses the order's courier field once it is mounted. */
export const askForCourier = (orderId: string): void => {
  pendingFocusId = orderId
}

/** Assigns one of the store's couriers; each is listed with current deliveries. */
export function MotoboyField({ order }: { readonly order: Order }) {
  const query = useQuery(queryFor(readMotoboys, {}, { storeId: order.storeId }))
  const give = useAction(async (motoboyId: string) =>
    assignCourier(order, motoboyId === '' ? null : motoboyId),
  )
  const ended = order.status === 'concluded' || order.status === 'cancelled'
  if (ended) return order.motoboy ? <p>Entregador: {order.motoboy.name}</p> : null
  const motoboys = query.data?.motoboys ?? []
  const options = motoboys.map(
    ({ id, name, openOrders }) =>
      [id, openOrders > 0 ? `${name} (${plural(openOrders, 'pedido', 'pedidos')} em mãos)` : name] as const,
  )
  return (
    <SelectField
      label="Entregador"
      name="motoboy"
      ref={(field) => {
        if (!field || pendingFocusId !== order.id) return
        pendingFocusId = null
        field.focus()
        // Details that were read before are there before their dialog opens, which then focuses this.
        field.dataset.first = ''
      }}
      value={give.busyWith ?? order.motoboy?.id ?? ''}
      options={[
        [
          '',
          query.isPending
            ? 'Carregando…'
            : motoboys.length === 0
              ? 'Nenhum entregador na loja'
              : 'Ninguém ainda',
        ],
        ...options,
      ]}
      onChange={(event) => give.run(event.target.value)}
    />
  )
}
