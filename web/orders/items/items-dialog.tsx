import { useQuery } from '@tanstack/react-query'
import { readOrder, type Order, type OrderTimelineEvent } from '../../../contract/orders/orders.ts'
import { mayChangeItems, statusLabels } from '../../../contract/orders/states.ts'
import type { DueRefund } from '../../../contract/orders/money/due-refunds.ts'
import { errorSentence, requestIdOf } from '../../api/api-error.ts'
import { queryFor } from '../../api/query.ts'
import { useNow } from '../../browser/clock.ts'
import { useMenu } from '../../menu/menu.ts'
import { codeName, knownStores, useTimezone } from '../../stores/store-facts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ago, clockTime } from '../../words/format.ts'
import { Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import { Bill } from './bill.tsx'
import { DraftLines } from './draft-lines.tsx'
import { OtherPerson } from './other-person.tsx'
import { useItemsDraft } from './use-items-draft.ts'
import styles from './items-dialog.module.css'

/** Puts dishes in, takes them out and makes them otherwise, with the sum and the money beside them. */
export function ItemsDialog({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) {
  const read = useQuery(queryFor(readOrder, { params: { orderId: order.id } }, { storeId: order.storeId }))
  return (
    <Dialog title={`Mudar o ${codeName(order)}`} onClose={onClose} wide>
      {read.isPending ? <Skeleton height={420} /> : null}
      {read.error && !read.data ? (
        <ErrorState
          message={errorSentence(read.error)}
          requestId={requestIdOf(read.error)}
          onRetry={() => void read.refetch()}
        />
      ) : null}
      {read.data ? (
        <ItemsForm
          current={read.data.order}
          timeline={read.data.timeline}
          refund={read.data.dueRefund}
          onClose={onClose}
        />
      ) : null}
    </Dialog>
  )
}

function ItemsForm({
  current,
  timeline,
  refund,
  onClose,
}: {
  /** As it is now; another person may change it meanwhile. */
  readonly current: Order
  readonly timeline: readonly OrderTimelineEvent[]
  readonly refund: DueRefund | null
  readonly onClose: () => void
}) {
  const items = useItemsDraft(current)
  const menu = useMenu(current.storeId)
  const now = useNow(30_000)
  const verdict = mayChangeItems(current)
  const { base, draft } = items
  const stores = knownStores()
  const storeName = stores.length > 1 ? (stores.find(({ id }) => id === base.storeId)?.name ?? '') : ''
  return (
    <div className={styles.columns}>
      <Stack gap={12}>
        <Muted>
          {[
            storeName,
            base.customer.name.trim(),
            `${statusLabels[base.status]} ${ago(base.statusSince, now)}`,
          ]
            .filter((words) => words !== '')
            .join(', ')}
        </Muted>
        {verdict.allowed ? null : <p className={styles.stopped}>{verdict.reason}</p>}
        {items.other ? <OtherPerson timeline={timeline} order={current} onJoin={items.join} /> : null}
        {items.lost.length > 0 ? (
          <p className={styles.stopped} role="status">
            Outra pessoa tirou do pedido o que você estava mudando: {items.lost.join(', ')}.
          </p>
        ) : null}
        {menu.isError ? (
          <p className={styles.stopped} role="status">
            {errorSentence(menu.error)}{' '}
            <Button variant="ghost" icon="refresh" onClick={() => void menu.refetch()}>
              Tentar de novo
            </Button>
          </p>
        ) : null}
        <DraftLines order={base} draft={draft} menu={menu.data} onChange={items.change} />
        <Changes timeline={timeline} order={base} />
      </Stack>
      <Bill
        order={base}
        due={refund?.parts ?? []}
        draft={draft}
        stopped={items.other ? 'Junte primeiro as duas mudanças.' : verdict.allowed ? null : verdict.reason}
        onSaved={onClose}
      />
    </div>
  )
}

const shownTypes: readonly string[] = ['PLACED', 'ITEMS_CHANGED']

/** "Quem mudou": who made the order, and each change of its items. */
function Changes({
  timeline,
  order,
}: {
  readonly timeline: readonly OrderTimelineEvent[]
  readonly order: Order
}) {
  const timezone = useTimezone(order.storeId)
  const shown = timeline.filter(({ type }) => shownTypes.includes(type))
  return (
    <section className={styles.changes}>
      <h3>Quem mudou</h3>
      <ol>
        {shown.map((event) => (
          <li key={event.id}>
            <time>{clockTime(event.at, timezone)}</time>
            <span>
              {event.type === 'PLACED'
                ? `${event.actorName ?? 'O cliente'} fez o pedido`
                : `${event.actorName ?? 'O Balcão'}: ${event.note ?? 'itens alterados'}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
