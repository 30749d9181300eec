import { Link } from '@tanstack/react-router'
import { useIsPhone } from '../kit/breakpoints.ts'
import { useWaitingChats } from '../home/stores-now.ts'
import { isManagerSomewhere, useSignedIn } from '../identity/session.ts'
import { Hidden } from '../ui/hidden.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { ReportsPlace, ReportsTab } from '../reports/report-links.tsx'
import styles from './shell.module.css'

/** The places of the panel in order. Reports and groups of stores are for managers; the phone has room for five. */
export function Places({ waiting }: { readonly waiting: number }) {
  const session = useSignedIn()
  const phone = useIsPhone()
  const manages = isManagerSomewhere(session)
  const chats = useWaitingChats()
  return (
    <>
      <Place to="/menu" exact icon="home" label="Agora" />
      <Place to="/menu/orders" icon="order" label="Pedidos" waiting={waiting} />
      <Place to="/conversas" icon="chat" label="Conversas" waiting={chats} what="esperando resposta" />
      <Place to="/cardapio" icon="menu" label="Cardápio" />
      {manages ? phone ? <ReportsTab /> : <ReportsPlace /> : null}
      {manages && !phone ? <Place to="/lojas" icon="shop" label="Lojas" /> : null}
      {/* A manager's phone has no room for a sixth place: the top bar and the board's menu lead there. */}
      {phone && manages ? null : <Place to="/settings" icon="settings" label="Ajustes" />}
    </>
  )
}

interface PlaceProps {
  readonly icon: IconName
  readonly label: string
}

function Place({
  to,
  exact = false,
  icon,
  label,
  waiting = 0,
  what = 'esperando aceite',
}: PlaceProps & {
  readonly to: '/menu' | '/menu/orders' | '/conversas' | '/cardapio' | '/lojas' | '/settings'
  readonly exact?: boolean
  /** What waits there for a person, and for what. */
  readonly waiting?: number
  readonly what?: string
}) {
  return (
    <Link to={to} title={label} activeOptions={{ exact }} activeProps={{ 'aria-current': 'page' }}>
      <Icon name={icon} />
      {label}
      {waiting > 0 ? (
        <b className={styles.badge}>
          {waiting}
          <Hidden> {what}</Hidden>
        </b>
      ) : null}
    </Link>
  )
}
