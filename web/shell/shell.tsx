import { useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { useCallback, type ReactNode } from 'react'
import { readStoresNow } from '../../contract/stores.ts'
import type { LiveEvent } from '../../contract/live.ts'
import { queryFor, refresh } from '../api/query.ts'
import { usePageTitle } from '../browser/page-title.ts'
import { useTheme } from '../browser/theme.ts'
import { isManagerSomewhere, refreshAccess, signOut, useSignedIn } from '../identity/session.ts'
import { useLive, useLiveState } from '../live/live-stream.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { notify } from '../ui/notices.tsx'
import { Hidden } from '../ui/pieces.tsx'
import { ReportChips, ReportsPlace, ReportsTab } from './report-links.tsx'
import styles from './shell.module.css'

interface Place {
  readonly to: '/menu' | '/menu/orders' | '/settings'
  readonly icon: IconName
  readonly label: string
  readonly exact: boolean
}

const places: readonly Place[] = [
  { to: '/menu', icon: 'home', label: 'Início', exact: true },
  { to: '/menu/orders', icon: 'order', label: 'Pedidos', exact: false },
]
const settings: Place = { to: '/settings', icon: 'settings', label: 'Ajustes', exact: false }

/** The frame of every signed-in screen. */
export function Shell() {
  const session = useSignedIn()
  const manages = isManagerSomewhere(session)
  const waiting = useWaitingOrders()
  const linkTo = (place: Place) => (
    <Link
      key={place.to}
      to={place.to}
      activeOptions={{ exact: place.exact }}
      activeProps={{ 'aria-current': 'page' }}
    >
      <Icon name={place.icon} />
      {place.label}
      {place.to === '/menu/orders' && waiting > 0 ? (
        <b className={styles.badge}>
          {waiting}
          <Hidden> esperando aceite</Hidden>
        </b>
      ) : null}
    </Link>
  )
  return (
    <>
      <a className={styles.skip} href="#conteudo">
        Ir para o conteúdo
      </a>
      {session.demo ? <p className={styles.demo}>Dados de demonstração</p> : null}
      {session.secondFactorMissing ? (
        <p className={styles.demo} role="alert">
          Conta de suporte: ligue a verificação em duas etapas em <Link to="/conta">Minha conta</Link> para
          abrir lojas.
        </p>
      ) : null}
      <div className={`${styles.app} ${session.demo ? styles.belowBanner : ''}`}>
        <nav className={styles.side} aria-label="Principal">
          <Logo />
          <div className={styles.places}>
            {places.map(linkTo)}
            {manages ? <ReportsPlace /> : null}
            {linkTo(settings)}
          </div>
          <div className={styles.foot}>
            <StoresNow />
            <LiveDot />
            <Link to="/conta" className={styles.who}>
              <Icon name="user" />
              <span>
                <Hidden>Minha conta: </Hidden>
                <b>{session.name}</b>
                {session.email}
              </span>
            </Link>
            <div className={styles.actions}>
              <ThemeButton labelled />
              <button type="button" onClick={() => void signOut()}>
                <Icon name="leave" /> Sair
              </button>
            </div>
          </div>
        </nav>
        <header className={styles.phoneTop}>
          <Logo />
          <LiveDot />
          <ThemeButton labelled={false} />
          <Link to="/conta" aria-label="Minha conta">
            <Icon name="user" />
          </Link>
          <button type="button" aria-label="Sair" onClick={() => void signOut()}>
            <Icon name="leave" />
          </button>
        </header>
        <main className={styles.main} id="conteudo" tabIndex={-1}>
          {manages ? <ReportChips /> : null}
          <Outlet />
        </main>
        <nav className={styles.tabbar} aria-label="Principal, no celular">
          {places.map(linkTo)}
          {manages ? <ReportsTab /> : null}
          {linkTo(settings)}
        </nav>
      </div>
    </>
  )
}

/** Title and tools at the top of a screen. */
export function PageBar({
  title,
  actions,
  children,
}: {
  readonly title: string
  /** Beside the title on a phone too: small there. */
  readonly actions?: ReactNode
  readonly children?: ReactNode
}) {
  usePageTitle(title)
  return (
    <div className={styles.bar}>
      <h1>{title}</h1>
      {children}
      {actions ? <div className={styles.barActions}>{actions}</div> : null}
    </div>
  )
}

function Logo() {
  return (
    <div className={styles.logo}>
      <i>
        <Icon name="shop" size={18} />
      </i>
      Balcão
    </div>
  )
}

/** Without a store there is nothing to ask for. */
function useStoresNow() {
  const { access } = useSignedIn()
  return useQuery({
    ...queryFor(readStoresNow, { query: {} }),
    refetchInterval: 60_000,
    enabled: access.length > 0,
  })
}

function useWaitingOrders(): number {
  const { data } = useStoresNow()
  useLive(
    useCallback((event: LiveEvent) => {
      if (event.kind === 'access') void sayAccessChanges()
      else if (event.kind !== 'hello') refreshSoon()
    }, []),
  )
  return (data?.stores ?? []).reduce((sum, store) => sum + store.waiting.placed, 0)
}

async function sayAccessChanges(): Promise<void> {
  for (const sentence of await refreshAccess()) notify(sentence, 'bad')
}

let planned: ReturnType<typeof setTimeout> | undefined

/** Twenty orders in a second are one look at the stores. */
function refreshSoon(): void {
  planned ??= setTimeout(() => {
    planned = undefined
    void refresh(readStoresNow)
  }, 1_500)
}

function StoresNow() {
  const { data } = useStoresNow()
  if (!data) return null
  return (
    <div className={styles.stores} tabIndex={0} role="region" aria-label="Lojas agora">
      <h2>
        Lojas agora
        <small>
          {data.stores.filter((store) => store.status.open).length} de {data.stores.length}
          <Hidden> abertas</Hidden>
        </small>
      </h2>
      <ul>
        {data.stores.map((store) => (
          <li key={store.storeId} title={store.status.reasons[0]?.message}>
            <i className={`${styles.dot} ${store.status.open ? styles.dotOk : ''}`} />
            <span>{store.name}</span>
            <small>{store.status.open ? 'aberta' : 'fechada'}</small>
          </li>
        ))}
      </ul>
    </div>
  )
}

function LiveDot() {
  const state = useLiveState()
  const words = { live: 'Ao vivo', connecting: 'Conectando…', stale: 'Sem conexão ao vivo' }[state]
  return (
    <p className={styles.live} role="status">
      <i
        className={`${styles.dot} ${state === 'live' ? styles.dotOk : state === 'stale' ? styles.dotBad : ''}`}
      />
      {words}
    </p>
  )
}

function ThemeButton({ labelled }: { readonly labelled: boolean }) {
  const [theme, toggle] = useTheme()
  const words = theme === 'dark' ? 'Tema claro' : 'Tema escuro'
  return (
    <button type="button" onClick={toggle} aria-label={labelled ? undefined : words}>
      <Icon name={theme === 'dark' ? 'sun' : 'moon'} /> {labelled ? words : null}
    </button>
  )
}
