import { Link } from '@tanstack/react-router'
import { placeTestOrder } from '../../contract/orders/test-order.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { readUsage, type UsageData } from '../../contract/onboarding/usage.ts'
import { ask } from '../api/ask.ts'
import { refresh } from '../api/query.ts'
import { useAction } from '../api/use-action.ts'
import { Button } from '../ui/button.tsx'
import { Hidden } from '../ui/hidden.tsx'
import { Icon } from '../ui/icon.tsx'
import { stepWords, testParts } from './step-words.rules.ts'
import { Row, Stack } from '../kit/layout.tsx'
import styles from './steps-tab.module.css'

/** Makes the order, and then says how far it has come. */
export function TestOrder({
  store,
  usage,
  isNext,
}: {
  readonly store: Store
  readonly usage: UsageData
  /** The one step with a solid button. */
  readonly isNext: boolean
}) {
  const order = usage.testOrder
  const over = order !== null && ['concluded', 'cancelled'].includes(order.status)
  const place = useAction(async (storeId: string) => {
    try {
      await ask(placeTestOrder, {}, { storeId })
    } finally {
      await refresh(readUsage)
    }
  })
  return (
    <Stack gap={10} start className={styles.test}>
      {order && order.status !== 'cancelled' ? (
        <Row as="ul" align="stretch" wrap className={styles.parts} aria-label="O pedido de teste">
          {testParts(order).map(({ words, done }) => (
            <li key={words} data-done={done}>
              {done ? <Icon name="check" size={15} /> : <i aria-hidden="true" />}
              {words}
              <Hidden>{done ? ': feito' : ': falta'}</Hidden>
            </li>
          ))}
        </Row>
      ) : null}
      {over && usage.testOrder?.printed === false ? (
        <p className={styles.help}>
          A via não saiu.{' '}
          <Link to="/settings" search={{ tab: 'printing', store: store.id }}>
            Confira a impressora
          </Link>{' '}
          e faça outro.
        </p>
      ) : null}
      {order && !over ? (
        <Link className={styles.main ?? ''} to="/menu/orders">
          Abrir na tela de pedidos
        </Link>
      ) : (
        <Button
          variant={isNext ? 'primary' : 'soft'}
          busy={place.isBusy(store.id)}
          onClick={() => place.run(store.id)}
        >
          {order ? 'Fazer outro pedido de teste' : stepWords['test-order'].go}
        </Button>
      )}
    </Stack>
  )
}
