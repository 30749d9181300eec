import { Link, useSearch } from '@tanstack/react-router'
import { isManagerSomewhere, useSignedIn } from '../identity/session.ts'
import { TeamTab } from '../identity/identity.ts'
import { MenuTab } from '../menu/menu.ts'
import { NotificationsTab } from '../notifications/notifications.ts'
import { RulesTab } from '../orders/orders.ts'
import { PrintingTab } from '../printing/printing.ts'
import { MailsTab } from '../reports/reports.ts'
import { PageBar } from '../shell/shell.tsx'
import { EmptyState } from '../ui/pieces.tsx'
import styles from './settings-page.module.css'

const tabs = [
  { name: 'team', words: 'Equipe', Content: TeamTab },
  { name: 'orders', words: 'Pedidos', Content: RulesTab },
  { name: 'menu', words: 'Cardápio', Content: MenuTab },
  { name: 'printing', words: 'Impressão', Content: PrintingTab },
  { name: 'mails', words: 'E-mails', Content: MailsTab },
  { name: 'notifications', words: 'Notificações', Content: NotificationsTab },
] as const

/** Of whoever works there; the others are of managers and owners. */
const forAll: readonly string[] = ['menu', 'notifications']

/** On the phone the tabs are wider than the screen. */
const intoView = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'center' })

/** One page, tabs by `?tab=`. A tab comes with the issue that fills it. */
export function SettingsPage() {
  const session = useSignedIn()
  const search = useSearch({ from: '/signed-in/settings' })
  const mine = isManagerSomewhere(session) ? tabs : tabs.filter((tab) => forAll.includes(tab.name))
  const shown = tabs.find((tab) => tab.name === search.tab) ?? mine[0] ?? tabs[0]
  return (
    <>
      <PageBar title="Configurações" />
      <nav className={styles.tabs} aria-label="Configurações">
        {mine.map(({ name, words }) => (
          <Link
            key={name}
            to="/settings"
            search={{ tab: name }}
            aria-current={shown.name === name ? 'page' : undefined}
            ref={shown.name === name ? intoView : undefined}
          >
            {words}
          </Link>
        ))}
      </nav>
      {mine.includes(shown) ? (
        <shown.Content />
      ) : (
        <EmptyState
          icon="key"
          title="Seu acesso não inclui esta página"
          action={<Link to="/conta">Minha conta</Link>}
        >
          As configurações são de gerentes e donos. A sua senha e os seus aparelhos estão em “Minha conta”.
        </EmptyState>
      )}
    </>
  )
}
