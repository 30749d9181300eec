import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readReviews } from '../../contract/reviews/reviews.ts'
import { queryFor } from '../api/query.ts'
import { Stack } from '../kit/layout.tsx'
import { Muted } from '../kit/text.tsx'
import { useStore } from '../stores/further/use-stores.ts'
import { Dialog } from '../ui/dialog.tsx'
import { plural } from '../words/format.ts'
import { Loaded } from './loaded.tsx'
import { ReviewPaper } from './review-paper.tsx'
import styles from './reviews-page.module.css'

/** The reviews of a store that wait for a reply: the next one comes when one is answered. */
export function ReviewsDialog({
  storeId,
  onClose,
}: {
  readonly storeId: string
  readonly onClose: () => void
}) {
  const name = useStore(storeId)?.name ?? ''
  const read = useQuery(queryFor(readReviews, { query: { selection: storeId, show: 'pending' } }))
  const [review] = read.data?.reviews ?? []
  const further = (read.data?.pending ?? 0) - 1
  return (
    <Dialog title={`Avaliações de ${name}`} roomy onClose={onClose}>
      <Loaded read={read}>
        {review ? (
          <Stack gap={12}>
            <ReviewPaper key={review.id} review={review} />
            {further > 0 ? (
              <Muted size={2}>Depois desta, {plural(further, 'outra espera', 'outras esperam')}.</Muted>
            ) : null}
            <Link to="/avaliacoes" search={{ loja: storeId }} className={styles.onward}>
              Ver em Avaliações
            </Link>
          </Stack>
        ) : (
          <p role="status">Nenhuma avaliação desta loja espera resposta.</p>
        )}
      </Loaded>
    </Dialog>
  )
}
