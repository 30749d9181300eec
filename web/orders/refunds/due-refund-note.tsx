import { useState } from 'react'
import type { DueRefund } from '../../../contract/orders/money/due-refunds.ts'
import type { Order } from '../../../contract/orders/orders.ts'
import { useAction } from '../../api/use-action.ts'
import { codeName } from '../../stores/store-facts.ts'
import { Button } from '../../ui/button.tsx'
import { money } from '../../words/format.ts'
import { Row, Stack } from '../../kit/layout.tsx'
import { useIsManagerOf } from '../drawer/use-is-manager-of.ts'
import { KeepRefundDialog } from './keep-refund-dialog.tsx'
import { wayBack } from './refund-words.rules.ts'
import { settleRefund } from './settle-refund.ts'
import styles from './due-refund-note.module.css'

/** In the details of an order: what is still to be given back, and who says that it was. */
export function DueRefundNote({ order, refund }: { readonly order: Order; readonly refund: DueRefund }) {
  const manages = useIsManagerOf(order.storeId)
  const [keeping, setKeeping] = useState(false)
  const name = codeName(order)
  const give = useAction(async (due: DueRefund) => {
    await settleRefund({ refund: due, storeId: order.storeId, name, reason: null })
  })
  return (
    <Stack as="section" gap={8} className={styles.due}>
      <p>
        <b>Estorno a fazer: {money(refund.cents)}</b>
      </p>
      <p>{wayBack(refund.parts, order.customer)}</p>
      {manages ? (
        <Row gap={8} wrap>
          <Button variant="soft" busy={give.isBusy(refund)} onClick={() => give.run(refund)}>
            Já devolvi
          </Button>
          <Button variant="ghost" onClick={() => setKeeping(true)}>
            Não devolver
          </Button>
        </Row>
      ) : null}
      {keeping ? (
        <KeepRefundDialog
          refund={refund}
          storeId={order.storeId}
          name={name}
          onClose={() => setKeeping(false)}
        />
      ) : null}
    </Stack>
  )
}
