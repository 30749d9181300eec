import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readDisputes } from '../../../contract/orders/disputes.ts'
import { queryFor } from '../../api/query.ts'
import { Stack } from '../../kit/layout.tsx'
import { useStore } from '../../stores/further/use-stores.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useAfterSaleNews } from '../after-sale-data.ts'
import { DisputePaper } from './dispute-paper.tsx'
import { Loaded } from '../loaded.tsx'
import styles from '../reviews-page.module.css'

/** One negotiation of a store; answered, it says what became of it. */
export function DisputeDialog({
  storeId,
  disputeId,
  onClose,
}: {
  readonly storeId: string
  readonly disputeId: string
  readonly onClose: () => void
}) {
  useAfterSaleNews()
  const name = useStore(storeId)?.name ?? ''
  const read = useQuery(queryFor(readDisputes, { query: { selection: storeId, show: 'all' } }))
  const dispute = read.data?.disputes.find(({ id }) => id === disputeId)
  return (
    <Dialog title={`Negociação de ${name}`} roomy onClose={onClose}>
      <Loaded read={read}>
        {dispute ? (
          <Stack gap={12}>
            <DisputePaper dispute={dispute} record={read.data?.record ?? null} />
            <Link to="/avaliacoes" search={{ abrir: disputeId }} className={styles.onward}>
              Ver em Avaliações
            </Link>
          </Stack>
        ) : (
          <p role="status">Esta negociação já terminou.</p>
        )}
      </Loaded>
    </Dialog>
  )
}
