import { orderName } from '../../contract/stores/order-name.ts'
import { Link } from '@tanstack/react-router'
import { Fragment, Suspense, useEffect, useState, type ReactNode } from 'react'
import type { Need, RefundsToGive } from '../../contract/home/home.ts'
import { useAction } from '../api/use-action.ts'
import { useNow } from '../browser/clock.ts'
import { loadOrderActions, useLastStep } from '../orders/orders.ts'
import { Awning } from '../marks/awning.tsx'
import { Button } from '../ui/button.tsx'
import { Paper } from '../ui/paper.tsx'
import { plural } from '../words/format.ts'
import { opensDialog } from './answered-kinds.ts'
import type { Doable } from './need-actions.ts'
import { Risk, Time } from './need-time.tsx'
import { needStanding, needTime } from './need-times.rules.ts'
import { needText, type NeedPlace } from './need-words.rules.ts'
import { RefundsList } from './refunds-list.tsx'
import { needsRows, type MoreAccepts } from './needs-rows.rules.ts'
import type { StoreOfList } from './store-of-list.ts'
import type { Acting } from './use-acting.ts'
import { Row } from '../kit/layout.tsx'
import styles from './needs-list.module.css'
import { lazyFramed } from '../screens/stale-chunk.ts'

const NeedAnswer = lazyFramed(() => import('./need-answer.tsx'), 'NeedAnswer')

/** "Precisa de você": what waits for a person, most urgent first, each with the one button that does it here. */
export function NeedsList({
  needs,
  waiting,
  refunds = null,
  stores,
  acting,
  riskOf,
  said = null,
  more = null,
}: {
  readonly refunds?: RefundsToGive | null
  readonly needs: readonly Need[]
  /** With those that are not listed. */
  readonly waiting: number
  readonly acting: Acting
  readonly stores: ReadonlyMap<string, StoreOfList>
  /** Centavos that a need costs within fifteen minutes: said before its time. */
  readonly riskOf?: (need: Need) => number
  /** Beside the heading. */
  readonly said?: ReactNode
  /** Further things, below the rows. */
  readonly more?: ReactNode
}) {
  const now = useNow(1_000)
  const [all, setAll] = useState(false)
  const [open, setOpen] = useState<Need | null>(null)
  const kept = useKeptOrders()
  const { rows, hidden, beyond } = needsRows(needs, waiting, all)
  return (
    <>
      <section className={styles.needs} aria-labelledby="needs">
        <Paper torn="top" className={styles.paper ?? ''}>
          <Row as="header" className={styles.head}>
            <h2 id="needs">Precisa de você</h2>
            {waiting > 0 ? <b className={styles.count}>{waiting}</b> : null}
            {said ? <span className={styles.said}>{said}</span> : null}
            <LastStep stores={stores} />
          </Row>
          {needs.length === 0 && !more ? (
            <p className={styles.nothing}>Nada espera você agora. O que precisar de uma mão aparece aqui.</p>
          ) : (
            <ol>
              {rows.map((row, index) =>
                row.kind === 'more-accepts' ? (
                  <MoreRow key={row.key} more={row} place={placeOf(row.next, stores)} now={now} />
                ) : (
                  <NeedRow
                    key={row.key}
                    need={row}
                    place={placeOf(row, stores)}
                    now={now}
                    first={index === 0}
                    kept={kept(row)}
                    riskCents={riskOf ? riskOf(row) : null}
                    busy={acting.isBusy(row)}
                    onPress={() => {
                      if (opensDialog(row)) setOpen(row)
                      else acting.run(row as Doable)
                    }}
                  />
                ),
              )}
            </ol>
          )}
          {hidden > 0 ? (
            <button type="button" className={styles.more} onClick={() => setAll(true)}>
              mais {hidden}
            </button>
          ) : null}
          {beyond > 0 && hidden === 0 ? (
            <p className={styles.beyond}>e {plural(beyond, 'outra', 'outras')} depois destas</p>
          ) : null}
          {more}
          {refunds ? (
            <RefundsList refunds={refunds} placeOf={(refund) => placeOf(refund, stores)} now={now} />
          ) : null}
        </Paper>
      </section>
      {open ? (
        <Suspense fallback={null}>
          <NeedAnswer need={open} stores={stores} onClose={() => setOpen(null)} />
        </Suspense>
      ) : null}
    </>
  )
}

function placeOf(
  { storeId, storeIds }: { readonly storeId: string; readonly storeIds?: readonly string[] },
  stores: ReadonlyMap<string, StoreOfList>,
): NeedPlace {
  const store = stores.get(storeId)
  const several = storeIds !== undefined && storeIds.length > 1
  return {
    store: stores.size > 1 && !several ? (store?.name ?? null) : null,
    mark: several ? undefined : store?.mark,
    timezone: store?.timezone ?? 'America/Sao_Paulo',
  }
}

interface NeedRowProps {
  readonly need: Need
  readonly place: NeedPlace
  readonly now: Date
  readonly first: boolean
  readonly kept: boolean
  /** Null: prices are not said here. 0: it has none, and its time is said in that place. */
  readonly riskCents: number | null
  readonly busy: boolean
  readonly onPress: () => void
}

function NeedRow({ need, place, now, first, kept, riskCents, busy, onPress }: NeedRowProps) {
  const { name, what, detail, button } = needText(need, place)
  const whole = [name, what].filter(Boolean).join(' ')
  const { timezone } = place
  const time = needTime(need, now, timezone)
  const standing = riskCents === null ? [] : needStanding(need, { now, timezone, riskCents })
  return (
    <li data-kind={need.kind}>
      {riskCents ? <Risk cents={riskCents} /> : <Time of={time} />}
      <div className={styles.text}>
        <Row as="p" gap={8} className={styles.what}>
          {place.mark ? <Awning mark={place.mark} size={18} /> : null}
          <span>
            {name ? <b>{name} </b> : null}
            {what}
          </span>
        </Row>
        <p className={styles.detail}>
          {detail}
          {standing.map((part) => (
            <Fragment key={part}>
              {detail === '' && part === standing[0] ? '' : ' · '}
              <span>{part}</span>
            </Fragment>
          ))}
        </p>
      </div>
      {kept ? (
        <p className={styles.kept}>Guardado no aparelho, segue com a rede</p>
      ) : (
        <Button
          variant={need.kind === 'accept' || need.kind === 'chats' || first ? 'accent' : 'soft'}
          busy={busy}
          aria-label={`${button}: ${whole}${place.store ? `, ${place.store}` : ''}`}
          onClick={onPress}
        >
          {button}
        </Button>
      )}
    </li>
  )
}

/** Further orders, with the time of the first of them; the board accepts several at once. */
function MoreRow({
  more: { count, next },
  place,
  now,
}: {
  readonly more: MoreAccepts
  readonly place: NeedPlace
  readonly now: Date
}) {
  return (
    <li>
      <Time of={needTime(next, now, place.timezone)} />
      <p className={styles.text}>
        Mais {plural(count, 'pedido espera o aceite', 'pedidos esperam o aceite')}
      </p>
      <Link to="/menu/orders" className={styles.board}>
        Ver no quadro
      </Link>
    </li>
  )
}

/** Whether an acceptance of this browser waits for the network. */
function useKeptOrders(): (need: Need) => boolean {
  const [waitsFor, setWaitsFor] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    let leave = () => {}
    let left = false
    // Loaded before the first tap, which may have no network.
    void loadOrderActions()
      .then(({ pendingActions }) => {
        if (left) return
        const look = () => setWaitsFor(new Set(pendingActions.stuck().map(({ orderId }) => orderId)))
        look()
        leave = pendingActions.shown.subscribe(look)
      })
      // Without a network: the first tap tries again.
      .catch(() => {})
    return () => {
      left = true
      leave()
    }
  }, [])
  return (need) => need.kind === 'accept' && waitsFor.has(need.order.id)
}

/** The last acceptance, while it can be undone; in the heading, where no button of a row can come. */
function LastStep({ stores }: { readonly stores: ReadonlyMap<string, StoreOfList> }) {
  const step = useLastStep()
  const undo = useAction(async () => {
    if (step) await (await loadOrderActions()).undoStepOf(step.order)
  })
  const mark = step ? stores.get(step.order.storeId)?.mark : undefined
  return (
    <Row gap={12} className={styles.last} role="status">
      {step ? (
        <>
          <span>
            <b>{orderName(mark?.code, step.order.displayId)}</b> aceito
          </span>
          <button type="button" onClick={() => undo.run(step)}>
            Desfazer
          </button>
        </>
      ) : null}
    </Row>
  )
}
