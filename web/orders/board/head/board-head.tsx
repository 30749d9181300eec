import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useImperativeHandle, useRef, useState, type Ref } from 'react'
import type { Order } from '../../../../contract/orders/orders.ts'
import { readStoresNow, type Store } from '../../../../contract/stores/stores.ts'
import { queryFor } from '../../../api/query.ts'
import { deviceZone } from '../../../browser/device-zone.ts'
import { usePageTitle } from '../../../browser/page-title.ts'
import { useTick } from '../../../browser/ticks.ts'
import { useLiveState } from '../../../live/live-stream.ts'
import { Button } from '../../../ui/button.tsx'
import { Hidden } from '../../../ui/hidden.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ago, clockTime, plural } from '../../../words/format.ts'
import { useStuckActions } from '../../actions/action-queue.ts'
import { pendingActions } from '../../actions/order-actions.ts'
import { NewOrderDialog } from '../../new-order/new-order-dialog.tsx'
import { BoardMenu, type LayoutChoice } from './board-menu.tsx'
import { motoboysOf, shownOf, unfiltered, type BoardView, type Tool } from '../board-view.ts'
import { PaceDialog } from '../later.ts'
import { ProblemPill, useWatched } from '../../problems/problem-pill.tsx'
import { WhyClosedDialog } from '../../../stores/stores.ts'
import { Scope } from './scope.tsx'
import { UnseenStrip, useUnseen } from './unseen-strip.tsx'
import { Row } from '../../../kit/layout.tsx'
import { Muted } from '../../../kit/text.tsx'
import styles from './board-head.module.css'

/** What the keyboard may ask of the head. */
export interface HeadHandle {
  readonly search: () => void
}

interface HeadProps {
  readonly stores: readonly Store[]
  readonly orders: readonly Order[]
  readonly view: BoardView
  readonly layout: LayoutChoice
  /** When the orders were read; null: not yet. */
  readonly readAt: string | null
  readonly failing: boolean
  readonly onView: (view: BoardView) => void
  readonly onHelp: () => void
  readonly handle: Ref<HeadHandle>
}

/** One row whatever happens: nothing in it pushes the orders down. Without a network it is the red strip itself. */
export function BoardHead(props: HeadProps) {
  const { stores, handle } = props
  usePageTitle('Pedidos')
  const [searching, setSearching] = useState(false)
  const [tool, setTool] = useState<Tool | null>(null)
  const cut = useCut(props)
  const unseen = useUnseen(stores)
  const warns = !cut && unseen.length > 0
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(
    handle,
    () => ({
      search: () => {
        setSearching(true)
        input.current?.focus()
      },
    }),
    [],
  )
  const close = () => setTool(null)
  return (
    <>
      <Row
        gap={10}
        className={`${styles.head} ${cut || warns ? styles.cut : ''} ${searching ? styles.searching : ''}`}
      >
        <h1>Pedidos</h1>
        {cut ? <NetStrip {...cut} /> : warns ? <UnseenStrip unseen={unseen} /> : <Live />}
        {searching ? (
          <Search {...props} input={input} onClose={() => setSearching(false)} />
        ) : (
          <HeadTools {...props} onTool={setTool} onSearch={() => setSearching(true)} />
        )}
      </Row>
      {tool === 'new' ? <NewOrderDialog stores={stores} onClose={close} /> : null}
      {tool === 'why' ? <WhyClosedDialog storeIds={stores.map(({ id }) => id)} onClose={close} /> : null}
      {tool === 'pace' ? <PaceDialog stores={stores} onClose={close} /> : null}
    </>
  )
}

function HeadTools({
  stores,
  orders,
  view,
  layout,
  onView,
  onHelp,
  onTool,
  onSearch,
}: HeadProps & { readonly onTool: (tool: Tool) => void; readonly onSearch: () => void }) {
  const watched = useWatched(stores)
  return (
    <>
      <Scope />
      <Found orders={orders} view={view} onView={onView} />
      <span className={styles.gap} />
      <ChatsLink stores={stores} />
      <ProblemPill watched={watched} />
      <Button variant="ghost" icon="search" aria-label="Procurar pedido" onClick={onSearch} />
      {stores.length > 0 ? (
        <>
          <PaceButton stores={stores} onPress={() => onTool('pace')} />
          <Button variant="primary" icon="plus" className={styles.newOrder} onClick={() => onTool('new')}>
            <span className={styles.wide}>Novo pedido</span>
          </Button>
          <BoardMenu
            stores={stores}
            view={view}
            layout={layout}
            motoboys={motoboysOf(orders)}
            watched={watched}
            onView={onView}
            onHelp={onHelp}
            onTool={onTool}
          />
        </>
      ) : null}
    </>
  )
}

/** On a phone, only while customers of the shown stores wait for a person. */
function ChatsLink({ stores }: Pick<HeadProps, 'stores'>) {
  const { data } = useQuery(queryFor(readStoresNow, { query: {} }))
  const waiting = (data?.stores ?? [])
    .filter(({ storeId }) => stores.some(({ id }) => id === storeId))
    .reduce((sum, { whatsapp }) => sum + (whatsapp?.waiting ?? 0), 0)
  if (waiting === 0) return null
  return (
    <Link to="/conversas" className={styles.chats}>
      <Icon name="chat" />
      <Hidden>Conversas: </Hidden>
      <b>
        {waiting}
        <Hidden> esperando resposta</Hidden>
      </b>
    </Link>
  )
}

/** Says how many are shown as soon as not all are. */
function Found({ orders, view, onView }: Pick<HeadProps, 'orders' | 'view' | 'onView'>) {
  const shown = shownOf(orders, view).length
  if (shown === orders.length) return null
  return (
    <Muted size={2} className={styles.found} role="status">
      Mostrando {shown} de {plural(orders.length, 'pedido', 'pedidos')}.
      <button type="button" onClick={() => onView({ ...view, ...unfiltered })}>
        Ver todos
      </button>
    </Muted>
  )
}

function Search({
  orders,
  view,
  onView,
  input,
  onClose,
}: HeadProps & { readonly input: Ref<HTMLInputElement>; readonly onClose: () => void }) {
  const shown = shownOf(orders, view).length
  const close = () => {
    onView({ ...view, search: '' })
    onClose()
  }
  return (
    <Row gap={10} className={styles.search} role="search">
      <label>
        <Hidden>Buscar na tela</Hidden>
        <Icon name="search" />
        <input
          ref={input}
          type="search"
          placeholder="Número, cliente, item…"
          autoFocus
          value={view.search}
          onChange={(event) => onView({ ...view, search: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close()
          }}
        />
      </label>
      <Muted size={2} role="status">
        {shown < orders.length ? (
          <>
            Mostrando {shown} de {orders.length}
            <Hidden> pedidos.</Hidden>
          </>
        ) : null}
      </Muted>
      <Button variant="ghost" icon="close" aria-label="Fechar a busca" onClick={close} />
    </Row>
  )
}

function Live() {
  const state = useLiveState()
  return (
    <p className={`${styles.live} ${state === 'live' ? '' : styles.waiting}`} role="status">
      <i aria-hidden="true" />
      <span>{state === 'live' ? 'Ao vivo' : 'Conectando'}</span>
    </p>
  )
}

/** The pace in the owner's words; a store that takes none is counted here. */
function PaceButton({
  stores,
  onPress,
}: {
  readonly stores: readonly Store[]
  readonly onPress: () => void
}) {
  const { data } = useQuery(queryFor(readStoresNow, { query: {} }))
  const paused = (data?.stores ?? []).filter(
    ({ storeId, status }) =>
      stores.some(({ id }) => id === storeId) && status.reasons.some(({ code }) => code === 'store-paused'),
  ).length
  return (
    <Button variant="quiet" icon="pace" className={styles.pace} onClick={onPress}>
      <span>
        Movimento
        {paused > 0 ? (
          <b>{`: ${paused === stores.length ? 'pausado' : plural(paused, 'loja pausada', 'lojas pausadas')}`}</b>
        ) : null}
      </span>
    </Button>
  )
}

interface Cut {
  readonly stale: boolean
  readonly readAt: string | null
  readonly kept: number
}

/** Null: the orders on screen are those of the server. */
function useCut({ readAt, failing }: Pick<HeadProps, 'readAt' | 'failing'>): Cut | null {
  const stale = useLiveState() === 'stale' || failing
  const kept = useStuckActions(pendingActions).length
  return stale || kept > 0 ? { stale, readAt, kept } : null
}

/** Shown when the screen may be outdated, with the time since when. */
function NetStrip({ stale, readAt, kept }: Cut) {
  const since = useTick((now) => (readAt ? ago(readAt, now) : ''))
  return (
    <div className={styles.strip} role="alert">
      <Icon name="offline" size={18} />
      <b>{stale ? 'Sem rede' : 'Enviando'}</b>
      {stale && readAt ? (
        <>
          <b>{since}</b>
          <span className={kept > 0 ? styles.age : ''}>pedidos de {clockTime(readAt, deviceZone())}</span>
        </>
      ) : null}
      {kept > 0 ? <span>{plural(kept, 'toque guardado', 'toques guardados')}</span> : null}
    </div>
  )
}
