import { useQuery } from '@tanstack/react-query'
import { streetLine } from '../../../contract/orders/street-line.ts'
import { findKnownCustomer, type KnownCustomer } from '../../../contract/orders/known-customer.ts'
import type { OrderAddress } from '../../../contract/orders/orders.ts'
import { ask } from '../../api/ask.ts'
import { Button } from '../../ui/button.tsx'
import { money, plural } from '../../words/format.ts'
import { Stack } from '../../kit/layout.tsx'
import styles from './new-order-dialog.module.css'

/** Who calls: once the telephone is whole, name, addresses and last orders, one tap from the form. */
export function KnownCustomerCard({
  storeId,
  phone,
  onUse,
}: {
  readonly storeId: string
  /** In E.164; null: not whole yet. */
  readonly phone: string | null
  readonly onUse: (use: { readonly name: string; readonly address: OrderAddress | null }) => void
}) {
  const query = useQuery({
    queryKey: ['known-customer', storeId, phone],
    queryFn: () => ask(findKnownCustomer, { body: { phone: phone ?? '' } }, { storeId }),
    enabled: phone !== null,
    staleTime: 300_000,
    retry: false,
  })
  const customer = phone === null ? null : query.data?.customer
  if (!customer) return null
  return (
    <Stack as="section" gap={6} className={styles.known} aria-label="Cliente conhecido">
      <p>
        <b>{customer.name}</b> · {plural(customer.ordersCount, 'pedido', 'pedidos')}
      </p>
      <LastOrder customer={customer} />
      <div>
        {customer.addresses.map((address) => (
          <Button
            key={`${address.street} ${address.number} ${address.complement ?? ''}`}
            icon="bike"
            onClick={() => onUse({ name: customer.name, address })}
          >
            {streetLine(address)}
          </Button>
        ))}
        {customer.addresses.length === 0 ? (
          <Button onClick={() => onUse({ name: customer.name, address: null })}>Usar o nome</Button>
        ) : null}
      </div>
    </Stack>
  )
}

function LastOrder({ customer: { lastOrders } }: { readonly customer: KnownCustomer }) {
  const [last] = lastOrders
  if (!last) return null
  const day = new Date(last.at).toLocaleDateString('pt-BR', { day: '2-digit', month: '2-digit' })
  return (
    <p className={styles.last}>
      Último, {day}: {last.items} ({money(last.orderCents)})
    </p>
  )
}
