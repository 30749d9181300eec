import { useQuery } from '@tanstack/react-query'
import type { Dispute, readDisputes } from '../../../contract/orders/disputes.ts'
import { readOrder } from '../../../contract/orders/orders.ts'
import { channelName, withChannel } from '../../../contract/shared/channels.ts'
import type { Reply } from '../../../contract/shared/route.ts'
import { queryFor } from '../../api/query.ts'
import { useTick } from '../../browser/ticks.ts'
import { Problem } from '../../kit/text.tsx'
import { Awning } from '../../marks/awning.tsx'
import { codeName, markOf, useTimezone } from '../../stores/store-facts.ts'
import { Paper } from '../../ui/paper.tsx'
import { clockTime, money } from '../../words/format.ts'
import { nearDay } from '../../words/near-day.ts'
import { whenWords } from '../../words/when-words.ts'
import { leftUntil } from '../deadline.rules.ts'
import { DisputeAnswer } from './dispute-answer.tsx'
import { DisputedOrder } from './disputed-order.tsx'
import { afterwards, askedText, standing } from './dispute-words.rules.ts'
import styles from '../reviews-page.module.css'

/** One negotiation: the customer's demand, what there is to see, and the answers with the cost of each. */
export function DisputePaper({
  dispute,
  record,
}: {
  readonly dispute: Dispute
  readonly record: Reply<typeof readDisputes>['record'] | null
}) {
  const { storeId, orderId, storeName, customer, source, refusal } = dispute
  const order = useQuery(queryFor(readOrder, { params: { orderId } }, { storeId }))
  const timezone = useTimezone(storeId)
  const isOver = useTick((now) => dispute.expiresAt !== null && leftUntil(dispute.expiresAt, now) === null)
  const stands = standing(dispute, isOver)
  const created = order.data?.order.createdAt
  const when = useTick((now) =>
    created ? `, ${nearDay(created, now, timezone) || 'hoje '}${clockTime(created, timezone)}` : '',
  )
  const paid = order.data?.order.totals.orderCents
  return (
    <Paper torn="top" className={styles.paper ?? ''}>
      <article className={styles.sheet} aria-labelledby="aberta">
        <header className={styles.head}>
          <h2 id="aberta" tabIndex={-1}>
            {customer || 'O cliente'} {askedText(dispute, codeName(dispute))}
          </h2>
          <Countdown dispute={dispute} timezone={timezone} />
          <p className={styles.where}>
            <Awning mark={markOf(storeId)} size={18} />
            <span>
              <b>{storeName}</b>
              {[channelName(source), ...(paid === undefined ? [] : [`de ${money(paid)}`])].map(
                (one) => ` · ${one}`,
              )}
              {when}
            </span>
          </p>
        </header>
        {dispute.askedCents > 0 && !dispute.askedExact ? (
          <Problem strong>O valor certo não veio {withChannel('de', source)}.</Problem>
        ) : null}
        <DisputedOrder dispute={dispute} order={order} timezone={timezone} />
        {refusal ? (
          <Problem strong role="status">
            {refusal}
          </Problem>
        ) : null}
        {stands === null ? (
          <DisputeAnswer dispute={dispute} items={order.data?.order.items ?? []} record={record} />
        ) : (
          <p className={styles.standing} role="status">
            {stands}
          </p>
        )}
      </article>
    </Paper>
  )
}

/** The largest thing of the paper, with what happens at its end. */
function Countdown({ dispute, timezone }: { readonly dispute: Dispute; readonly timezone: string }) {
  const { expiresAt, state } = dispute
  const words = useTick((now) => leftUntil(expiresAt, now)?.words ?? null)
  const soon = useTick((now) => leftUntil(expiresAt, now)?.soon ?? false)
  const until = useTick((now) => (expiresAt === null ? '' : whenWords(expiresAt, now, timezone)))
  if (state !== 'open' || expiresAt === null || words === null) return null
  return (
    <p className={styles.countdown}>
      <b role="timer" data-soon={soon || undefined}>
        {words}
      </b>
      <span>
        até {until.replace(/^às /, '')}; {afterwards(dispute)}
      </span>
    </p>
  )
}
