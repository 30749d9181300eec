import { Link, useLocation } from '@tanstack/react-router'
import { useWaitingAfterSale, useWaitingChats } from '../home/stores-now.ts'
import { Hidden } from '../ui/hidden.tsx'
import styles from './shell.module.css'

/** On the phone, above both: what customers write, and what they rate or want back. An open conversation has the screen. */
export function CustomerSwitch() {
  const { pathname, search } = useLocation()
  const [chats, afterSale] = [useWaitingChats(), useWaitingAfterSale()]
  const shown = pathname === '/avaliacoes' || (pathname === '/conversas' && !('conversa' in search))
  if (!shown) return null
  return (
    <nav className={styles.switch} aria-label="Clientes">
      <Half to="/conversas" label="Conversas" waiting={chats} />
      <Half to="/avaliacoes" label="Avaliações" waiting={afterSale} />
    </nav>
  )
}

const Half = ({
  to,
  label,
  waiting,
}: {
  readonly to: '/conversas' | '/avaliacoes'
  readonly label: string
  readonly waiting: number
}) => (
  <Link to={to} activeProps={{ 'aria-current': 'page' }}>
    {label}
    {waiting > 0 ? (
      <b className={styles.badge}>
        {waiting}
        <Hidden> esperando resposta</Hidden>
      </b>
    ) : null}
  </Link>
)
