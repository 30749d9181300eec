import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { withChannel } from '../../../contract/shared/channels.ts'
import { readReviews, type Review } from '../../../contract/reviews/reviews.ts'
import type { LiveEvent } from '../../../contract/live/live.ts'
import { errorSentence, isModuleOff, requestIdOf } from '../../api/api-error.ts'
import { ask } from '../../api/ask.ts'
import { queryFor, refresh } from '../../api/query.ts'
import { useAction } from '../../api/use-action.ts'
import { useNow } from '../../browser/clock.ts'
import { useLive } from '../../live/live-stream.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Hidden } from '../../ui/hidden.tsx'
import { Pill } from '../../ui/pill.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { dayBrief, plural } from '../../words/format.ts'
import { ReplyDialog } from './quality-reply-dialog.tsx'
import { useTimezone } from '../../stores/store-facts.ts'
import { dayIn } from '../../words/near-day.ts'
import { codeName } from '../../stores/store-facts.ts'
import { Row } from '../../kit/layout.tsx'
import { Muted, Problem } from '../../kit/text.tsx'
import styles from './quality-page.module.css'
import { leftUntil } from './quality.rules.ts'
import { Segments } from '../frame/segments.tsx'
import { Section } from '../frame/section.tsx'

type Show = 'pending' | 'bad' | 'all'

interface QualityReviewsProps {
  readonly selection: string | undefined
  readonly pending: { readonly count: number; readonly soonest: string | null }
}

/** The list grows with the page: a scroller of its own would cut the last button. */
const firstReviews = 3

/** Height of the list of `pending` waiting ratings, for its placeholder: the sections below must not move. */
export function reviewsHeight(pending: number): number {
  const row = 156
  const button = 44
  return pending === 0 ? 24 : Math.min(pending, firstReviews) * row + (pending > firstReviews ? button : 0)
}

/** Ratings of all stores waiting for a reply, soonest deadline first. */
export function QualityReviews({ selection, pending }: QualityReviewsProps) {
  const [show, setShow] = useState<Show>('pending')
  const [shown, setShown] = useState(firstReviews)
  const [answering, setAnswering] = useState<Review | null>(null)
  const question = {
    ...(selection === undefined ? {} : { selection }),
    show: show === 'pending' ? ('pending' as const) : ('all' as const),
    ...(show === 'bad' ? { scores: '1,2,3' } : {}),
  }
  const reviews = useQuery(queryFor(readReviews, { query: question }))
  const more = useMore(question, reviews.data)
  useLive(
    useCallback((event: LiveEvent) => {
      if (event.kind === 'resync' || (event.kind === 'store' && event.topic === 'reviews'))
        void refresh(readReviews)
    }, []),
  )
  const waiting = reviews.data?.pending ?? pending.count
  const all = [...(reviews.data?.reviews ?? []), ...more.rows]
  return (
    <Section
      title={
        <>
          {waiting > 0 ? <i className={styles.waits} aria-hidden="true" /> : null}
          Avaliações para responder{waiting > 0 ? ` (${waiting})` : ''}
        </>
      }
      first
      tools={
        <Segments
          label="Quais avaliações"
          options={[
            ['pending', 'Pendentes'],
            ['bad', 'Até 3 estrelas'],
            ['all', 'Todas'],
          ]}
          value={show}
          onChoose={setShow}
        />
      }
    >
      {reviews.isPending ? <Skeleton height={reviewsHeight(pending.count)} /> : null}
      {isModuleOff(reviews.error) ? (
        <Muted>{errorSentence(reviews.error)}</Muted>
      ) : reviews.isError ? (
        <ErrorState
          message={errorSentence(reviews.error)}
          requestId={requestIdOf(reviews.error)}
          onRetry={() => void reviews.refetch()}
        />
      ) : null}
      {reviews.data && all.length === 0 ? (
        <Muted>
          {show === 'pending'
            ? 'Nada espera por resposta. Avaliações com comentário abaixo de 5 estrelas aparecem aqui, com o prazo.'
            : 'Nenhuma avaliação ainda.'}
        </Muted>
      ) : null}
      <ul className={styles.reviews}>
        {all.slice(0, shown).map((review) => (
          <ReviewRow key={review.id} review={review} onReply={() => setAnswering(review)} />
        ))}
      </ul>
      {all.length > shown || more.next ? (
        <Button
          variant="ghost"
          busy={more.busy}
          onClick={() => {
            setShown(Number.POSITIVE_INFINITY)
            if (all.length <= shown) more.load()
          }}
        >
          Mostrar mais
        </Button>
      ) : null}
      {answering ? <ReplyDialog review={answering} onClose={() => setAnswering(null)} /> : null}
    </Section>
  )
}

type Page = { readonly reviews: readonly Review[]; readonly next: string | null }

/** Further pages; the first is refetched as ratings arrive, which resets them. */
function useMore(question: object, first: Page | undefined) {
  const client = useQueryClient()
  const [loaded, setLoaded] = useState<{ readonly after: Page | undefined; readonly pages: readonly Page[] }>(
    {
      after: first,
      pages: [],
    },
  )
  const pages = loaded.after === first ? loaded.pages : []
  const next = (pages.at(-1) ?? first)?.next ?? null
  const { busyWith, run } = useAction<string>(async (after) => {
    const page = await client.fetchQuery({
      queryKey: [readReviews.name, 'more', question, after],
      queryFn: () => ask(readReviews, { query: { ...question, after } }),
    })
    setLoaded({ after: first, pages: [...pages, page] })
  })
  return {
    rows: pages.flatMap((page) => page.reviews),
    next,
    busy: busyWith !== null,
    load: () => next && run(next),
  }
}

function ReviewRow({ review, onReply }: { readonly review: Review; readonly onReply: () => void }) {
  const now = useNow(60_000)
  const timezone = useTimezone(review.storeId)
  const left =
    review.replyDue && !review.reply && !review.pendingReply ? leftUntil(review.replyDue, now) : null
  const soon = left !== null && Date.parse(review.replyDue ?? '') - now.getTime() < 86_400_000
  return (
    <li data-review={review.id}>
      <Row as="p" wrap className={styles.stars}>
        <b>
          <Hidden>{plural(review.score, 'estrela', 'estrelas')}</Hidden>
          <span aria-hidden="true">
            {'★'.repeat(review.score)}
            <i>{'★'.repeat(5 - review.score)}</i>
          </span>
        </b>
        <span>
          {review.storeName} · {dayBrief(dayIn(review.createdAt, timezone))}
          {review.order
            ? ` · pedido ${codeName({ displayId: review.order.displayId, storeId: review.storeId })}`
            : ''}
          {review.public ? '' : ' · privada'}
        </span>
        {left ? (
          <Pill tone={soon ? 'bad' : 'warn'} icon="clock">
            responda em {left}
          </Pill>
        ) : null}
      </Row>
      {review.comment ? <blockquote>{review.comment}</blockquote> : <Muted>Sem comentário.</Muted>}
      {review.tags.length > 0 ? (
        <Row as="p" gap={6} align="stretch" wrap className={styles.tags}>
          {review.tags.map((tag) => (
            <span key={tag}>{tag}</span>
          ))}
        </Row>
      ) : null}
      {review.reply ? (
        <p className={styles.reply}>
          <b>{review.reply.by ?? 'Loja'} respondeu:</b> {review.reply.text}
        </p>
      ) : null}
      {review.pendingReply ? (
        <p className={styles.reply} role="status">
          <b>Enviando a resposta {withChannel('a', review.source)}…</b> {review.pendingReply.text}
        </p>
      ) : null}
      {review.refusal && !review.reply ? (
        <Problem strong role="status">
          {review.refusal} O texto ficou guardado.
        </Problem>
      ) : null}
      {left ? (
        <Button variant="soft" onClick={onReply}>
          {review.draft ? 'Tentar de novo' : 'Responder'}
        </Button>
      ) : null}
    </li>
  )
}
