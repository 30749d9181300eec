import { useState } from 'react'
import type { DueRefund } from '../../../contract/orders/money/due-refunds.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { money } from '../../words/format.ts'
import { Stack } from '../../kit/layout.tsx'
import { settleRefund } from './settle-refund.ts'

/** A manager decides that the store keeps the money, and says why. */
export function KeepRefundDialog({
  refund,
  storeId,
  name,
  onClose,
}: {
  readonly refund: DueRefund
  readonly storeId: string
  readonly name: string
  readonly onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const keep = useAction(async (why: string) => {
    await settleRefund({ refund, storeId, name, reason: why })
    onClose()
  })
  return (
    <Dialog title={`Não devolver ${money(refund.cents)} do ${name}?`} onClose={onClose}>
      <Stack gap={14}>
        <p>O motivo fica no histórico do pedido, com o seu nome.</p>
        <TextArea
          label="Por que a loja não devolve?"
          value={reason}
          maxLength={200}
          rows={2}
          onChange={(event) => setReason(event.target.value)}
        />
        <DialogFoot>
          <Button variant="quiet" onClick={onClose}>
            Voltar
          </Button>
          <Button
            variant="danger"
            busy={keep.busyWith !== null}
            disabledReason={reason.trim().length < 3 ? 'Escreva o motivo primeiro.' : null}
            onClick={() => keep.run(reason.trim())}
          >
            Não devolver
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  )
}
