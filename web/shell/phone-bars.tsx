import { Link } from '@tanstack/react-router'
import { Icon } from '../ui/icon.tsx'
import { HelpButton, LiveDot, Logo, ThemeButton } from './frame-pieces.tsx'
import { Places } from './places.tsx'
import styles from './shell.module.css'

/** Signing out is in "Minha conta": here a sleeve would sign a kitchen out. */
export function PhoneTop() {
  return (
    <header className={styles.phoneTop}>
      <Logo />
      <LiveDot />
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
