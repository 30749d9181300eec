import { Link } from '@tanstack/react-router'
import { isManagerSomewhere, signOut, useSignedIn } from '../identity/session.ts'
import { Icon } from '../ui/icon.tsx'
import { Hidden } from '../ui/hidden.tsx'
import { LiveDot, Logo, ThemeButton } from './frame-pieces.tsx'
import { Places } from './places.tsx'
import { ReportsPlace } from './report-links.tsx'
import { useStoresNow } from '../home/stores-now.ts'
import styles from './shell.module.css'

/** Navigation on wide screens. */
export function SideBar({ waiting }: { readonly waiting: number }) {
  const session = useSignedIn()
  return (
    <nav className={styles.side} aria-label="Principal">
      <Logo />
      <div className={styles.places}>
        <Places wide waiting={waiting} reports={isManagerSomewhere(session) ? <ReportsPlace /> : null} />
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
  )
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
