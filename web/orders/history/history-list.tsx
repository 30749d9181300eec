import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { HistoryOrder } from '../../../contract/orders/history.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { methodName } from '../../../contract/orders/money/payment-methods.ts'
import { orderTypeNames } from '../../../contract/orders/labels.ts'
import { useIsPhone } from '../../kit/breakpoints.ts'
import { Channel } from '../../marks/channel.tsx'
import { Button } from '../../ui/button.tsx'
import { Hidden } from '../../ui/hidden.tsx'
import { Pill, type Tone } from '../../ui/pill.tsx'
import { deviceZone } from '../../browser/device-zone.ts'
import { dayShort, localClock, money, phoneText } from '../../words/format.ts'
import { codeName } from '../../stores/store-facts.ts'
import { Stack } from '../../kit/layout.tsx'
import { Muted } from '../../kit/text.tsx'
import styles from './history-page.module.css'
import { statusLabels } from '../orders.rules.ts'

const route = getRouteApi('/signed-in/reports/history')

interface HistoryListProps {
  readonly orders: readonly HistoryOrder[]
  readonly stores: readonly Store[]
}

const waysOf = (order: HistoryOrder): string =>
  [orderTypeNames[order.type], order.scheduledFor ? 'agendado' : null, order.motoboyName]
    .filter((part) => part !== null)
    .join(' · ')

/** On the phone; the rest of the page comes with one tap. */
const firstOnPhone = 16

/** A table on wide screens, rows of words on the phone. The whole row opens the order. */
export function HistoryList({ orders, stores }: HistoryListProps) {
  const isPhone = useIsPhone()
  const [shown, setShown] = useState(firstOnPhone)
  const storeOf = (order: HistoryOrder) => stores.find((store) => store.id === order.storeId)
  if (isPhone) {
    return (
      <>
        <Stack as="ul" gap={10} aria-label="Pedidos">
          {orders.slice(0, shown).map((order) => (
            <Card key={order.id} order={order} store={storeOf(order)} many={stores.length > 1} />
          ))}
        </Stack>
        {orders.length > shown ? (
          <Button variant="ghost" onClick={() => setShown(Number.POSITIVE_INFINITY)}>
            Mostrar mais ({orders.length - shown})
          </Button>
        ) : null}
      </>
    )
  }
  return (
    <div className={styles.sheet}>
      <table className={styles.table}>
        <caption>
          <Hidden>Pedidos</Hidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">Pedido</th>
            <th scope="col">Quando</th>
            {stores.length > 1 ? <th scope="col">Loja</th> : null}
            <th scope="col">Cliente</th>
            <th scope="col">Itens</th>
            <th scope="col">Canal</th>
            <th scope="col">Pagamento</th>
            <th scope="col">Etapa</th>
            <th scope="col" className={styles.figure}>
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <Row key={order.id} order={order} store={storeOf(order)} many={stores.length > 1} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  readonly order: HistoryOrder
  readonly store: Store | undefined
  /** Orders of several stores are shown: each names its own. */
  readonly many: boolean
}

function Row({ order, store, many }: RowProps) {
  return (
    <tr data-order={order.id}>
      <th scope="row">
        <OpenLink order={order} />
      </th>
      <td className={styles.when}>
        {dayShort(order.businessDay)}
        <small>{clockOf(order, store)}</small>
      </td>
      {many ? <td>{store?.name ?? 'Loja'}</td> : null}
      <td className={styles.customer}>
        {order.customerName}
        {order.customerPhone?.startsWith('+') ? <small>{phoneText(order.customerPhone)}</small> : null}
      </td>
      <td className={styles.items}>
        <span>{order.itemsSummary}</span>
      </td>
      <td className={styles.channel}>
        <Channel platform={order.platform} />
        <small>{waysOf(order)}</small>
      </td>
      <td>{order.payments.map(methodName).join(' + ')}</td>
      <td>
        <StatusPill order={order} /> <TestPill order={order} />
        {order.cancelledReason ? <small>{order.cancelledReason}</small> : null}
      </td>
      <td className={styles.figure}>
        {money(order.orderCents)}
        <Refund order={order} />
      </td>
    </tr>
  )
}

function Card({ order, store, many }: RowProps) {
  return (
    <Stack as="li" gap={2} className={styles.card} data-order={order.id}>
      <div>
        <OpenLink order={order} />
        <StatusPill order={order} />
        <TestPill order={order} />
        <b>{money(order.orderCents)}</b>
      </div>
      <p>
        {order.customerName}
        {many && store ? <Muted as="span" size={3}>{` · ${store.name}`}</Muted> : null}
      </p>
      <Muted size={3}>{order.itemsSummary}</Muted>
      <Muted size={3}>
        {dayShort(order.businessDay)}, {clockOf(order, store)} · <Channel platform={order.platform} /> ·{' '}
        {waysOf(order)}
      </Muted>
      <Refund order={order} />
      {order.cancelledReason ? <Muted size={3}>{order.cancelledReason}</Muted> : null}
    </Stack>
  )
}

/** Of the day beside it: a scheduled order belongs to the day it is for. */
const clockOf = ({ scheduledFor, createdAt }: HistoryOrder, store: Store | undefined): string => {
  const timezone = store?.address.timezone ?? deviceZone()
  return scheduledFor ? `para ${localClock(scheduledFor, timezone)}` : localClock(createdAt, timezone)
}

function OpenLink({ order }: { readonly order: HistoryOrder }) {
  return (
    <route.Link
      to="."
      className={styles.open ?? ''}
      search={(before) => ({ ...before, pedido: order.id, loja: order.storeId })}
      preload={false}
      resetScroll={false}
    >
      <Hidden>Abrir o pedido </Hidden>
      {codeName(order)}
    </route.Link>
  )
}

const tones: Partial<Record<HistoryOrder['status'], Tone>> = {
  concluded: 'ok',
  cancelled: 'bad',
  placed: 'warn',
}

function StatusPill({ order }: { readonly order: HistoryOrder }) {
  return <Pill tone={tones[order.status] ?? 'info'}>{statusLabels[order.status]}</Pill>
}

/** The reports do not count it. */
function TestPill({ order }: { readonly order: HistoryOrder }) {
  return order.isTest ? <Pill tone="info">Teste</Pill> : null
}

function Refund({ order }: { readonly order: HistoryOrder }) {
  return order.refundCents > 0 ? (
    <small className={styles.refund}>estornado {money(order.refundCents)}</small>
  ) : null
}
