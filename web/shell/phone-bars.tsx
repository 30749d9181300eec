import { Link } from '@tanstack/react-router'
import { isManagerSomewhere, useSignedIn } from '../identity/session.ts'
import { Icon } from '../ui/icon.tsx'
import { HelpButton, LiveDot, Logo, ThemeButton } from './frame-pieces.tsx'
import { Places } from './places.tsx'
import styles from './shell.module.css'

/**
 * The account of a person without a shop to manage, else the places that have no tab. Signing out is in "Minha conta":
 * here a sleeve would sign a kitchen out.
 */
export function PhoneTop() {
  const session = useSignedIn()
  const manages = isManagerSomewhere(session)
  return (
    <header className={styles.phoneTop}>
      <Logo />
      <LiveDot />
      {manages && session.access.length > 1 ? (
        <Link to="/lojas" aria-label="Lojas">
          <Icon name="shop" />
        </Link>
      ) : null}
      <HelpButton labelled={false} />
      <ThemeButton labelled={false} />
      {manages ? (
        <Link to="/settings" aria-label="Ajustes">
          <Icon name="settings" />
        </Link>
      ) : (
        <Link to="/conta" aria-label="Minha conta">
          <Icon name="user" />
        </Link>
      )}
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
