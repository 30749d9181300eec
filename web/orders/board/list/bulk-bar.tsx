import { useQuery } from '@tanstack/react-query'
import type { Order } from '../../../../contract/orders/orders.ts'
import { advanceOrders, assignMotoboy, readMotoboys } from '../../../../contract/orders/work.ts'
import { ask } from '../../../api/ask.ts'
import { queryFor, refresh } from '../../../api/query.ts'
import { useAction } from '../../../api/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { notify } from '../../../ui/notices.tsx'
import { hiddenClass } from '../../../ui/hidden.tsx'
import { plural } from '../../../words/format.ts'
import { updateBoardCaches } from '../board-data.ts'
import { orderName } from '../../order-name.ts'
import styles from './bulk-bar.module.css'
import type { AdvanceAction } from '../../../../contract/orders/states.ts'
import { actionText, mainStep } from '../../orders.rules.ts'

/** Bulk actions on the selected orders: a step, or one route for a courier. */
export function BulkBar({
  orders,
  onDone,
}: {
  readonly orders: readonly Order[]
  readonly onDone: () => void
}) {
  const steps = stepsOf(orders)
  const step = useAction(async (action: AdvanceAction) => {
    const chosen = steps.get(action) ?? []
    let moved = 0
    for (const [storeId, orderIds] of byStore(chosen)) {
      const { results } = await ask(
        advanceOrders,
        {
          body: {
            orderIds,
            action,
            versions: Object.fromEntries(chosen.map((order) => [order.id, order.version])),
          },
        },
        { storeId, idempotencyKey: crypto.randomUUID() },
      )
      for (const { orderId, order, refusal } of results) {
        if (order) {
          updateBoardCaches(order)
          moved += 1
        } else notify(`Pedido ${nameIn(chosen, orderId)}: ${refusal?.message ?? ''}`, 'bad')
      }
    }
    notify(plural(moved, 'pedido avançou', 'pedidos avançaram'))
    onDone()
  })
  return (
    <div className={styles.bar} role="region" aria-label="Pedidos escolhidos">
      <b aria-live="polite">{plural(orders.length, 'pedido escolhido', 'pedidos escolhidos')}</b>
      {[...steps].map(([action, list]) => (
        <Button
          key={action}
          variant="primary"
          busy={step.isBusy(action)}
          disabledReason={step.besides(action)}
          onClick={() => step.run(action)}
        >
          {list[0] ? actionText(action, list[0]) : ''} ({list.length})
        </Button>
      ))}
      <RouteField orders={orders} onDone={onDone} />
      <Button variant="ghost" icon="close" aria-label="Deixar a escolha" onClick={onDone} />
    </div>
  )
}

/** Assigns one route: own deliveries of one store. */
function RouteField({ orders, onDone }: { readonly orders: readonly Order[]; readonly onDone: () => void }) {
  const storeId = orders[0]?.storeId ?? ''
  const fits =
    orders.length > 0 &&
    orders.every(
      (order) =>
        order.storeId === storeId &&
        order.type === 'DELIVERY' &&
        order.delivery?.deliveredBy !== 'MARKETPLACE',
    )
  const couriers = useQuery({ ...queryFor(readMotoboys, {}, { storeId }), enabled: fits })
  const give = useAction(async (motoboyId: string) => {
    const { orders: given } = await ask(
      assignMotoboy,
      { body: { orderIds: orders.map((order) => order.id), motoboyId } },
      { storeId, idempotencyKey: crypto.randomUUID() },
    )
    for (const order of given) updateBoardCaches(order)
    await refresh(readMotoboys)
    notify(`${plural(given.length, 'pedido', 'pedidos')} com ${given[0]?.motoboy?.name ?? ''}.`)
    onDone()
  })
  if (!fits || !couriers.data || couriers.data.motoboys.length === 0) return null
  return (
    <label>
      <span className={hiddenClass}>Entregador da rota</span>
      <select
        value={give.busyWith ?? ''}
        onChange={(event) => event.target.value && give.run(event.target.value)}
      >
        <option value="">Dar a um entregador…</option>
        {couriers.data.motoboys.map(({ id, name, openOrders }) => (
          <option key={id} value={id}>
            {name}
            {openOrders > 0 ? ` (${String(openOrders)} em mãos)` : ''}
          </option>
        ))}
      </select>
    </label>
  )
}

function stepsOf(orders: readonly Order[]): ReadonlyMap<AdvanceAction, readonly Order[]> {
  const steps = new Map<AdvanceAction, Order[]>()
  const now = new Date()
  for (const order of orders) {
    const step = mainStep(order, now)
    if (!step?.verdict.allowed || step.action === 'cancel' || order.pending) continue
    steps.set(step.action, [...(steps.get(step.action) ?? []), order])
  }
  return steps
}

function byStore(orders: readonly Order[]): ReadonlyMap<string, string[]> {
  const stores = new Map<string, string[]>()
  for (const order of orders) stores.set(order.storeId, [...(stores.get(order.storeId) ?? []), order.id])
  return stores
}

function nameIn(orders: readonly Order[], orderId: string): string {
  const order = orders.find((one) => one.id === orderId)
  return order ? orderName(order) : ''
}
