import { Link } from '@tanstack/react-router'
import { isManagerSomewhere, signOut, useSignedIn } from '../identity/session.ts'
import { Icon } from '../ui/icon.tsx'
import { LiveDot, Logo, ThemeButton } from './frame-pieces.tsx'
import { Places } from './places.tsx'
import { ReportsTab } from './report-links.tsx'
import styles from './shell.module.css'

export function PhoneTop() {
  return (
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
  )
}

export function TabBar({ waiting }: { readonly waiting: number }) {
  const manages = isManagerSomewhere(useSignedIn())
  return (
    <nav className={styles.tabbar} aria-label="Principal, no celular">
      <Places waiting={waiting} reports={manages ? <ReportsTab /> : null} />
    </nav>
  )
}
