import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { readOrder } from '../../contract/orders/orders.ts'
import { channelName, withChannel } from '../../contract/shared/channels.ts'
import type { Review } from '../../contract/reviews/reviews.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { errorSentence } from '../api/api-error.ts'
import { queryFor } from '../api/query.ts'
import { useTick } from '../browser/ticks.ts'
import { Row } from '../kit/layout.tsx'
import { Muted, Problem } from '../kit/text.tsx'
import { Awning } from '../marks/awning.tsx'
import { codeName, markOf, useTimezone } from '../stores/store-facts.ts'
import { Paper } from '../ui/paper.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { count, dayBrief } from '../words/format.ts'
import { dayIn } from '../words/near-day.ts'
import { leftUntil } from './deadline.rules.ts'
import { delayOf, proofs } from './disputes/dispute-words.rules.ts'
import { ReviewReply } from './review-reply.tsx'
import { takesReply, type ReplyFacts } from './reply-templates.rules.ts'
import { Stars } from './stars.tsx'
import styles from './reviews-page.module.css'

/** One review: what was said of which order, and the reply, written from a template or by hand. */
export function ReviewPaper({ review }: { readonly review: Review }) {
  const { storeId, storeName, source, order, comment, tags, createdAt } = review
  const timezone = useTimezone(storeId)
  const read = useQuery({
    ...queryFor(readOrder, { params: { orderId: order?.id ?? '' } }, { storeId }),
    enabled: order !== null,
  })
  const open = useTick((now) => takesReply(review, now))
  return (
    <Paper torn="top" className={styles.paper ?? ''}>
      <article className={styles.sheet} aria-labelledby="aberta">
        <header className={styles.head}>
          <h2 id="aberta" tabIndex={-1}>
            <Stars score={review.score} /> {order ? `no ${codeName({ ...order, storeId })}` : ''}
          </h2>
          <Due review={review} />
          <p className={styles.where}>
            <Awning mark={markOf(storeId)} size={18} />
            <span>
              <b>{storeName}</b> · {channelName(source)}, {dayBrief(dayIn(createdAt, timezone))}
              {review.public ? '' : ' · só a loja vê'}
            </span>
          </p>
        </header>
        {comment ? <blockquote>“{comment}”</blockquote> : <Muted>Sem comentário.</Muted>}
        {tags.length > 0 ? (
          <Row as="p" gap={6} align="stretch" wrap className={styles.tags}>
            {tags.map((tag) => (
              <span key={tag}>{tag}</span>
            ))}
          </Row>
        ) : null}
        {order === null ? null : <Ordered read={read} timezone={timezone} />}
        <Standing review={review} />
        {open && !(read.isPending && order) ? (
          <ReviewReply review={review} facts={factsOf(review, read.data)} />
        ) : null}
      </article>
    </Paper>
  )
}

/** What had been ordered, and when it came. A failure does not stop the reply. */
function Ordered({
  read,
  timezone,
}: {
  readonly read: UseQueryResult<Reply<typeof readOrder>>
  readonly timezone: string
}) {
  if (read.isPending) return <Skeleton height={22} />
  if (!read.data) return <Muted>{errorSentence(read.error)}</Muted>
  const { order, timeline } = read.data
  const arrived = proofs(order, timeline, timezone).find(({ key }) => key === 'arrived')
  return (
    <>
      <Row as="ul" align="stretch" wrap className={styles.ordered} aria-label="O que foi pedido">
        {order.items.map((item, index) => (
          <li key={index}>
            <b>{count(item.quantity)}×</b> {item.name}
          </li>
        ))}
      </Row>
      {arrived ? <Muted size={3}>{arrived.words}.</Muted> : null}
    </>
  )
}

function Due({ review }: { readonly review: Review }) {
  const words = useTick((now) =>
    takesReply(review, now) ? (leftUntil(review.replyDue, now)?.words ?? null) : null,
  )
  const soon = useTick((now) => leftUntil(review.replyDue, now)?.soon ?? false)
  if (words === null) return null
  return (
    <p className={styles.countdown}>
      <b role="timer" data-soon={soon || undefined}>
        {words}
      </b>
      <span>para responder</span>
    </p>
  )
}

/** What became of the reply. */
function Standing({ review: { reply, pendingReply, refusal, source } }: { readonly review: Review }) {
  if (reply)
    return (
      <p className={styles.standing}>
        <b>{reply.by ?? 'A loja'} respondeu:</b> {reply.text}
      </p>
    )
  if (pendingReply)
    return (
      <p className={styles.standing} role="status">
        <b>Enviando a resposta {withChannel('a', source)}…</b> {pendingReply.text}
      </p>
    )
  return refusal ? (
    <Problem strong role="status">
      {refusal} O texto ficou guardado.
    </Problem>
  ) : null
}

function factsOf({ score, comment, tags }: Review, read: Reply<typeof readOrder> | undefined): ReplyFacts {
  const arrived = read?.timeline.find(({ type }) => type === 'DELIVERED' || type === 'CONCLUDED')
  const delay = read && arrived ? delayOf(arrived.at, read.order.promisedAt) : null
  const dishes = read?.order.items.map(({ name }) => name) ?? []
  return { score, comment, tags, dishes, delay: delay === 0 ? null : delay }
}
