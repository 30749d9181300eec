import { readCheckinCodes } from '../../contract/integrations/checkin-codes.ts'
import { hasCheckinCodes } from '../../contract/orders/channel-couriers.ts'
import type { Store } from '../../contract/stores/stores.ts'
import { download } from '../api/download.ts'
import { useSending } from '../forms/use-sending.ts'
import { Button } from '../ui/button.tsx'
import { Refusal } from './refusal.tsx'

interface CheckinCodesProps {
  readonly type: string
  readonly store: Store
}

/** The channel's own PDF, to be printed and hung where its couriers wait. */
export function CheckinCodes({ type, store }: CheckinCodesProps) {
  const { busy, refusal, send } = useSending()
  if (!hasCheckinCodes(type)) return null
  return (
    <>
      <Button
        variant="ghost"
        busy={busy}
        onClick={() =>
          void send(() => download(readCheckinCodes, { query: { type } }, { storeId: store.id }))
        }
      >
        QR code dos entregadores
      </Button>
      {refusal ? <Refusal text={refusal} /> : null}
    </>
  )
}
