import { Link } from '@tanstack/react-router'
import { useWaitingChats } from '../home/stores-now.ts'
import { isManagerSomewhere, useSignedIn } from '../identity/session.ts'
import { Icon } from '../ui/icon.tsx'
import { HelpButton, LiveDot, Logo, ThemeButton } from './frame-pieces.tsx'
import { Places } from './places.tsx'
import styles from './shell.module.css'

/** Signing out is in "Minha conta": here a sleeve would sign a kitchen out. */
export function PhoneTop() {
  // Others have a place of their own in the tab bar.
  const manages = isManagerSomewhere(useSignedIn())
  const chats = useWaitingChats()
  return (
    <header className={styles.phoneTop}>
      <Logo />
      <LiveDot />
      {manages && chats > 0 ? (
        <Link
          to="/conversas"
          className={styles.phoneChats}
          aria-label={`Conversas: ${chats} esperando resposta`}
        >
          <Icon name="chat" />
          <b className={styles.badge}>{chats}</b>
        </Link>
      ) : null}
      <HelpButton labelled={false} />
      <ThemeButton labelled={false} />
      <Link to="/conta" aria-label="Minha conta">
        <Icon name="user" />
      </Link>
    </header>
  )
}

export function TabBar({ waiting }: { readonly waiting: number }) {
  return (
    <nav className={styles.tabbar} aria-label="Principal, no celular">
      <Places waiting={waiting} />
    </nav>
  )
}
