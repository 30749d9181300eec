import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useIsPhone } from '../kit/breakpoints.ts'
import { useWaitingAfterSale, useWaitingChats } from '../home/stores-now.ts'
import { isManagerSomewhere, useSignedIn } from '../identity/session.ts'
import { DrawnIcon } from '../ui/drawn-icon.tsx'
import { Hidden } from '../ui/hidden.tsx'
import { Icon } from '../ui/icon.tsx'
import { ReportsPlace, ReportsTab } from '../reports/report-links.tsx'
import styles from './shell.module.css'

/**
 * The places of the panel in order. Reports and groups of stores are for managers; the phone has room for five, so
 * "Conversas" has "Avaliações" behind it (`customer-switch.tsx`), each with its own number.
 */
export function Places({ waiting }: { readonly waiting: number }) {
  const session = useSignedIn()
  const phone = useIsPhone()
  const manages = isManagerSomewhere(session)
  const chats = useWaitingChats()
  const afterSale = useWaitingAfterSale()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const answer = 'esperando resposta'
  return (
    <>
      <Place to="/menu" exact icon={<DrawnIcon path={house} />} label="Agora" />
      <Place to="/menu/orders" icon={<Icon name="order" />} label="Pedidos" waiting={waiting} />
      {phone ? (
        <Place
          // To the half in which something waits.
          to={chats === 0 && afterSale > 0 ? '/avaliacoes' : '/conversas'}
          icon={<Icon name="chat" />}
          label="Conversas"
          waiting={chats}
          what={answer}
          also={path === '/conversas' || path === '/avaliacoes'}
        />
      ) : (
        <>
          <Place
            to="/conversas"
            icon={<Icon name="chat" />}
            label="Conversas"
            waiting={chats}
            what={answer}
          />
          <Place
            to="/avaliacoes"
            icon={<DrawnIcon path={star} />}
            label="Avaliações"
            waiting={afterSale}
            what={answer}
          />
        </>
      )}
      <Place to="/cardapio" icon={<Icon name="menu" />} label="Cardápio" />
      {manages ? phone ? <ReportsTab /> : <ReportsPlace /> : null}
      {manages && !phone ? <Place to="/lojas" icon={<Icon name="shop" />} label="Lojas" /> : null}
      {/* A manager's phone has no room for a sixth place: the top bar and the board's menu lead there. */}
      {phone && manages ? null : <Place to="/settings" icon={<Icon name="settings" />} label="Ajustes" />}
    </>
  )
}

const house = 'M4 11l8-7 8 7M6 10v10h12V10M10 20v-6h4v6'
const star = 'M12 4l2.5 5.2 5.5.8-4 4 1 5.6-5-2.7-5 2.7 1-5.6-4-4 5.5-.8z'

function Place({
  to,
  exact = false,
  icon,
  label,
  waiting = 0,
  what = 'esperando aceite',
  also = false,
}: {
  readonly icon: ReactNode
  readonly label: string
  readonly to: '/menu' | '/menu/orders' | '/conversas' | '/avaliacoes' | '/cardapio' | '/lojas' | '/settings'
  readonly exact?: boolean
  /** What waits there for a person, and for what. */
  readonly waiting?: number
  readonly what?: string
  /** A page behind it is open. */
  readonly also?: boolean
}) {
  return (
    <Link
      to={to}
      title={label}
      activeOptions={{ exact }}
      activeProps={{ 'aria-current': 'page' }}
      aria-current={also ? 'page' : undefined}
    >
      {icon}
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
