import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Need } from '../../contract/home/home.ts'
import { readDisputes } from '../../contract/orders/disputes.ts'
import { readReviews } from '../../contract/reviews/reviews.ts'
import { errorSentence, requestIdOf } from '../api/api-error.ts'
import { queryFor } from '../api/query.ts'
import { DisputeDialog, ReplyDialog } from '../reports/reports.ts'
import { choose } from '../stores/selection.ts'
import { StoreChannelsPart } from '../stores/stores.ts'
import { allGroups } from '../browser/storage.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './needs-list.module.css'

interface Opened<Kind extends Need['kind']> {
  readonly need: Extract<Need, { kind: Kind }>
  readonly onClose: () => void
}

/** The negotiation with its choices, as the quality report answers it. */
export function AnswerDispute({ need, onClose }: Opened<'dispute'>) {
  const query = useQuery(queryFor(readDisputes, { query: { selection: need.storeId } }))
  const dispute = query.data?.disputes.find((one) => one.id === need.dispute.id)
  if (dispute) return <DisputeDialog dispute={dispute} onClose={onClose} />
  return (
    <Loading
      title="Disputa"
      query={query}
      gone="Esta disputa já foi respondida ou terminou."
      onClose={onClose}
    />
  )
}

/** The review whose reply is due first. */
export function AnswerReview({ need, onClose }: Opened<'reviews'>) {
  const query = useQuery(queryFor(readReviews, { query: { selection: need.storeId } }))
  const [review] = query.data?.reviews ?? []
  if (review) return <ReplyDialog review={review} onClose={onClose} />
  return (
    <Loading
      title="Avaliação"
      query={query}
      gone="As avaliações desta loja já foram respondidas."
      onClose={onClose}
    />
  )
}

function Loading({
  title,
  query,
  gone,
  onClose,
}: {
  readonly title: string
  readonly query: {
    readonly error: Error | null
    readonly isPending: boolean
    readonly refetch: () => Promise<unknown>
  }
  readonly gone: string
  readonly onClose: () => void
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      {query.error ? (
        <ErrorState
          message={errorSentence(query.error)}
          requestId={requestIdOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : query.isPending ? (
        <Skeleton height={200} />
      ) : (
        <p>{gone}</p>
      )}
    </Dialog>
  )
}

/** Why a channel does not sell as it should, with the button that mends it. */
export function ChannelCause({
  need,
  storeName,
  timezone,
  onClose,
}: Opened<'channel'> & { readonly storeName: string; readonly timezone: string }) {
  return (
    <Dialog title={storeName} onClose={onClose}>
      <StoreChannelsPart storeId={need.storeId} timezone={timezone} />
      <p>
        <Link
          className={styles.onward}
          to="/menu/orders"
          onClick={() => choose({ groupId: allGroups, storeId: need.storeId })}
        >
          Ver os pedidos da loja
        </Link>
      </p>
    </Dialog>
  )
}
