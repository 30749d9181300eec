import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isManagerSomewhere, signOut, useSignedIn } from '../identity/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { LiveDot, Logo, ThemeButton } from './frame-pieces.tsx'
import { Places } from './places.tsx'
import { ReportsTab } from './report-links.tsx'
import styles from './shell.module.css'

export function PhoneTop() {
  const [leaving, setLeaving] = useState(false)
  return (
    <header className={styles.phoneTop}>
      <Logo />
      <LiveDot />
      <ThemeButton labelled={false} />
      <Link to="/conta" aria-label="Minha conta">
        <Icon name="user" />
      </Link>
      <button type="button" aria-label="Sair" onClick={() => setLeaving(true)}>
        <Icon name="leave" />
      </button>
      {leaving ? <LeaveDialog onClose={() => setLeaving(false)} /> : null}
    </header>
  )
}

/** The icon is small and beside another: a sleeve must not sign a kitchen out. */
function LeaveDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Sair do Balcão neste aparelho?" onClose={onClose}>
      <p>Os pedidos deixam de tocar aqui até alguém entrar de novo.</p>
      <div className={styles.leave}>
        <Button variant="plain" onClick={onClose}>
          Ficar
        </Button>
        <Button variant="primary" onClick={() => void signOut()}>
          Sair
        </Button>
      </div>
    </Dialog>
  )
}

export function TabBar({ waiting }: { readonly waiting: number }) {
  const manages = isManagerSomewhere(useSignedIn())
  return (
    <nav className={styles.tabbar} aria-label="Principal, no celular">
      <Places wide={false} waiting={waiting} reports={manages ? <ReportsTab /> : null} />
    </nav>
  )
}
