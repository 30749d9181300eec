import { useQuery } from '@tanstack/react-query'
import { paymentName } from '../../../contract/orders/money/payment-methods.ts'
import { readSaleReport } from '../../../contract/reports/sale.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { queryFor } from '../../api/query.ts'
import { BarList } from '../../charts/bar-list.tsx'
import { Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { money, plural } from '../../words/format.ts'
import styles from './profile-tab.module.css'
import { waysToPay } from './ways-to-pay.rules.ts'

/** Cards, vouchers and cash: where the store takes what, and what its customers used. */
export function WaysToPay({ store }: { readonly store: Store }) {
  const chats = !store.modulesOff?.includes('conversation')
  return (
    <Stack as="section" gap={16} className={styles.part} aria-labelledby="formas">
      <h2 id="formas">Formas de pagamento</h2>
      <dl className={styles.ways}>
        {waysToPay(
          store.options.map(({ platform }) => platform),
          chats,
        ).map(({ where, methods }) => (
          <div key={where}>
            <dt>{where}</dt>
            <dd>{methods}</dd>
          </div>
        ))}
      </dl>
      <UsedWays store={store} />
    </Stack>
  )
}

/** As the sale report counts it; without a report nothing is missing here. */
function UsedWays({ store }: { readonly store: Store }) {
  const { data, isPending } = useQuery({
    ...queryFor(readSaleReport, { query: { selection: store.id, comparison: 'none', pivot: 'payment' } }),
    staleTime: 300_000,
  })
  if (isPending) return <Skeleton height={220} />
  if (!data || data.pivot.rows.length === 0) return null
  const total = data.pivot.rows.reduce((sum, { current }) => sum + current.cents, 0)
  return (
    <>
      <h3>
        Como pagaram nos últimos 7&nbsp;dias{' '}
        <Muted as="small" size={3}>
          {money(total)}
        </Muted>
      </h3>
      <BarList
        format={money}
        rows={data.pivot.rows.map(({ key, current }) => {
          const [method = '', when] = key.split('/')
          return {
            key,
            name: paymentName(method, when === 'prepaid'),
            value: current.cents,
            share: total > 0 ? current.cents / total : null,
            detail: plural(current.orders, 'pagamento', 'pagamentos'),
          }
        })}
      />
    </>
  )
}
