import { useState } from 'react'
import { everyMarketplace } from '../../../contract/shared/channels.ts'
import type { MenuItem } from '../../../contract/menu/menu.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFoot } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ChannelWishes } from '../channel-wishes.tsx'
import { pauseItem } from '../menu-actions.ts'
import type { PauseSpan } from '../menu.rules.ts'
import { Muted } from '../../kit/text.tsx'
import { SpanChoice } from './span-choice.tsx'

/** Takes an item off sale on every channel: for how long, and a reason for later readers. */
export function PauseDialog({
  storeId,
  item,
  onClose,
}: {
  readonly storeId: string
  readonly item: MenuItem
  readonly onClose: () => void
}) {
  const [span, setSpan] = useState<PauseSpan>('tomorrow')
  const [reason, setReason] = useState('')
  const act = useAction(async () => {
    await pauseItem(storeId, item, span, reason)
    onClose()
  })
  return (
    <Dialog title={`Pausar ${item.name}`} onClose={onClose}>
      <Muted>
        {item.channels.length > 0
          ? `O item sai de venda no canal próprio e ${everyMarketplace('em', [...new Set(item.channels.map((channel) => channel.platform))])}. Pedidos já feitos não mudam.`
          : 'O item sai de venda no canal próprio. Pedidos já feitos não mudam.'}
      </Muted>
      <ChannelWishes storeId={storeId} item={item} whole />
      <SpanChoice span={span} onChange={setSpan} />
      <TextField
        label="Motivo (opcional)"
        maxLength={200}
        autoComplete="off"
        placeholder="Acabou o ingrediente"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <DialogFoot>
        <Button variant="ghost" onClick={onClose}>
          Voltar
        </Button>
        <Button variant="primary" busy={act.busyWith !== null} onClick={() => act.run(true)}>
          Pausar item
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
