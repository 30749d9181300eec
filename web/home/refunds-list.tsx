import { orderName } from '../../contract/stores/order-name.ts'
import { lazy, Suspense, useState } from 'react'
import type { RefundsToGive } from '../../contract/home/home.ts'
import type { ListedRefund } from '../../contract/orders/money/due-refunds.ts'
import { useAction } from '../api/use-action.ts'
import { Row } from '../kit/layout.tsx'
import { Awning } from '../marks/awning.tsx'
import { causeWords, goesByPix, loadRefunds, wayBack } from '../orders/orders.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { Hidden } from '../ui/hidden.tsx'
import { money, plural } from '../words/format.ts'
import type { NeedPlace } from './need-words.rules.ts'
import { timeSince } from './need-times.rules.ts'
import rows from './needs-list.module.css'
import styles from './refunds-list.module.css'

const KeepRefund = lazy(async () => ({ default: (await loadRefunds()).KeepRefundDialog }))

/** "Estornos a fazer": money that the stores owe to customers, until somebody says that it went back. */
export function RefundsList({
  refunds: { count, cents, listed },
  placeOf,
  now,
}: {
  readonly refunds: RefundsToGive
  readonly placeOf: (refund: ListedRefund) => NeedPlace
  readonly now: Date
}) {
  const [keeping, setKeeping] = useState<ListedRefund | null>(null)
  const nameOf = (refund: ListedRefund) => orderName(placeOf(refund).mark?.code, refund.displayId)
  const give = useAction(async (refund: ListedRefund) => {
    const { settleRefund } = await loadRefunds()
    await settleRefund({ refund, storeId: refund.storeId, name: nameOf(refund), reason: null })
  })
  if (count === 0) return null
  const beyond = count - listed.length
  return (
    <section className={styles.refunds} aria-labelledby="refunds">
      <h3 id="refunds">
        Estornos a fazer{' '}
        <span>
          {count}, {count === 1 ? 'de' : 'somam'} {money(cents)}
        </span>
      </h3>
      <ol>
        {listed.map((refund) => (
          <RefundRow
            key={refund.id}
            refund={refund}
            name={nameOf(refund)}
            place={placeOf(refund)}
            now={now}
            busy={give.isBusy(refund)}
            onGiven={() => give.run(refund)}
            onKeep={() => setKeeping(refund)}
          />
        ))}
      </ol>
      {beyond > 0 ? <p className={rows.beyond}>e {plural(beyond, 'outro', 'outros')} depois destes</p> : null}
      {keeping ? (
        <Suspense fallback={null}>
          <KeepRefund
            refund={keeping}
            storeId={keeping.storeId}
            name={nameOf(keeping)}
            onClose={() => setKeeping(null)}
          />
        </Suspense>
      ) : null}
    </section>
  )
}

function RefundRow({
  refund,
  name,
  place,
  now,
  busy,
  onGiven,
  onKeep,
}: {
  readonly refund: ListedRefund
  readonly name: string
  readonly place: NeedPlace
  readonly now: Date
  readonly busy: boolean
  readonly onGiven: () => void
  readonly onKeep: () => void
}) {
  const { cause, cents, parts, customerName, customerPhone, since } = refund
  return (
    <li>
      <p className={rows.time}>
        <Hidden>há </Hidden>
        {timeSince(since, now)}
      </p>
      <div className={rows.text}>
        <Row as="p" gap={8} className={rows.what}>
          {place.mark ? <Awning mark={place.mark} size={18} /> : null}
          <span>
            <b>{name}</b> {causeWords[cause]}, devolver <b>{money(cents)}</b>
          </span>
        </Row>
        <p className={rows.detail}>
          {place.store ? `${place.store} · ` : null}
          {wayBack(parts, { name: customerName, phone: customerPhone })}
        </p>
        <p className={styles.links}>
          {customerPhone !== null && goesByPix(parts) ? (
            <button
              type="button"
              onClick={() => copyText(customerPhone, 'Telefone copiado. Confira o nome no banco.')}
            >
              Copiar telefone<Hidden> de {customerName}</Hidden>
            </button>
          ) : null}
          <button type="button" onClick={onKeep}>
            Não devolver<Hidden> o {name}</Hidden>
          </button>
        </p>
      </div>
      <Button
        variant="soft"
        busy={busy}
        aria-label={`Já devolvi ${money(cents)} do ${name}`}
        onClick={onGiven}
      >
        Já devolvi
      </Button>
    </li>
  )
}
