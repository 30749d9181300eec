import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Dispute } from '../../contract/orders/disputes.ts'
import type { Review } from '../../contract/reviews/reviews.ts'
import { useTick } from '../browser/ticks.ts'
import { Awning } from '../marks/awning.tsx'
import { codeName, markOf } from '../stores/store-facts.ts'
import { Button } from '../ui/button.tsx'
import { Hidden } from '../ui/hidden.tsx'
import { money, plural } from '../words/format.ts'
import type { Listed } from './chosen.rules.ts'
import { leftUntil } from './deadline.rules.ts'
import { rowState, takesAnswer } from './disputes/dispute-words.rules.ts'
import { takesReply } from './reply-templates.rules.ts'
import { Stars } from './stars.tsx'
import styles from './reviews-page.module.css'

/** Negotiations above reviews, each list with what is due first on top; what is overdue is folded at the foot. */
export function AfterSaleList({
  disputes,
  reviews,
  overdue,
  pending,
  open,
  more,
}: Listed & {
  /** Reviews that wait, listed or not. */
  readonly pending: number
  readonly open: string
  readonly more: { readonly busy: boolean; readonly load: () => void } | null
}) {
  const waiting = useTick((now) => disputes.filter((dispute) => takesAnswer(dispute, now)).length)
  return (
    <div className={styles.lists}>
      {disputes.length > 0 ? (
        <Part id="negociacoes" title="Negociações" waiting={waiting}>
          {disputes.map((dispute) => (
            <DisputeRow key={dispute.id} dispute={dispute} current={dispute.id === open} />
          ))}
        </Part>
      ) : null}
      {reviews.length > 0 ? (
        <Part id="avaliacoes" title="Avaliações" waiting={pending}>
          {reviews.map((review) => (
            <ReviewRow key={review.id} review={review} current={review.id === open} />
          ))}
        </Part>
      ) : null}
      {more ? (
        <Button variant="ghost" busy={more.busy} onClick={more.load}>
          Mostrar mais
        </Button>
      ) : null}
      {overdue.length > 0 ? (
        <details className={styles.overdue} open={overdue.some(({ id }) => id === open)}>
          <summary>
            {plural(overdue.length, 'negociação', 'negociações')} com o prazo no fim, à espera do canal
          </summary>
          <ul>
            {overdue.map((dispute) => (
              <DisputeRow key={dispute.id} dispute={dispute} current={dispute.id === open} />
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  )
}

const Part = ({
  id,
  title,
  waiting,
  children,
}: {
  readonly id: string
  readonly title: string
  readonly waiting: number
  readonly children: ReactNode
}) => (
  <section aria-labelledby={id}>
    <h2 id={id}>
      {title}
      {waiting > 0 ? (
        <b className={styles.count}>
          {waiting}
          <Hidden> para responder</Hidden>
        </b>
      ) : null}
    </h2>
    <ul>{children}</ul>
  </section>
)

function DisputeRow({ dispute, current }: { readonly dispute: Dispute; readonly current: boolean }) {
  const { id, storeId, storeName, askedCents, customer, message } = dispute
  const words = useTick((now) => rowState(dispute, now).words)
  const soon = useTick((now) => rowState(dispute, now).soon)
  return (
    <li data-dispute={id}>
      <RowLink id={id} current={current}>
        <b>
          <Awning mark={markOf(storeId)} size={16} />
          <span>{[codeName(dispute), customer].filter(Boolean).join(', ')}</span>
        </b>
        <span className={styles.left} data-soon={soon || undefined}>
          {words}
        </span>
        <small>{[storeName, message].filter(Boolean).join(' · ')}</small>
        <small>{askedCents > 0 ? money(askedCents) : null}</small>
      </RowLink>
    </li>
  )
}

function ReviewRow({ review, current }: { readonly review: Review; readonly current: boolean }) {
  const { id, storeId, storeName, comment, score, reply, pendingReply } = review
  const left = useTick((now) =>
    takesReply(review, now) ? (leftUntil(review.replyDue, now)?.words ?? null) : null,
  )
  const soon = useTick((now) => left !== null && (leftUntil(review.replyDue, now)?.soon ?? false))
  return (
    <li data-review={id}>
      <RowLink id={id} current={current}>
        <b>
          <Awning mark={markOf(storeId)} size={16} />
          <Stars score={score} />
        </b>
        <span className={styles.left} data-soon={soon || undefined}>
          {left ? `vence em ${left}` : reply ? 'respondida' : pendingReply ? 'enviando…' : ''}
        </span>
        <small>{[storeName, comment ? `“${comment}”` : 'sem comentário'].join(' · ')}</small>
      </RowLink>
    </li>
  )
}

const RowLink = ({
  id,
  current,
  children,
}: {
  readonly id: string
  readonly current: boolean
  readonly children: ReactNode
}) => (
  <Link
    to="/avaliacoes"
    search={{ abrir: id }}
    activeProps={{}}
    aria-current={current ? 'true' : undefined}
    className={styles.row}
  >
    {children}
  </Link>
)
