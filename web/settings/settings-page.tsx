import { CatchBoundary, Link, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { teamTab } from '../identity/identity.ts'
import { hasRoleSomewhere, useSignedIn } from '../identity/session.ts'
import { notificationsTab } from '../notifications/notifications.ts'
import { rulesTab } from '../orders/orders.ts'
import { printingTab } from '../printing/printing.ts'
import { mailsTab } from '../reports/reports.ts'
import type { SettingsTab } from '../shell/settings-tab.ts'
import { PageBar } from '../shell/shell.tsx'
import { FailedPart } from '../shell/states.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './settings-page.module.css'

/** In screen order. Each room exports its own tab. */
const tabs: readonly [SettingsTab, ...SettingsTab[]] = [
  teamTab,
  rulesTab,
  printingTab,
  mailsTab,
  notificationsTab,
]

/** On a phone the row of tabs is wider than the screen. */
const intoView = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'center' })

/** One page; the address names the tab (`?tab=`). */
export function SettingsPage() {
  const session = useSignedIn()
  const search = useSearch({ from: '/signed-in/settings' })
  // The lowest role needs no store: a new user already has devices to set up.
  const mine = tabs.filter(
    ({ minimumRole }) => minimumRole === 'basic' || hasRoleSomewhere(session, minimumRole),
  )
  const shown = tabs.find((tab) => tab.key === search.tab) ?? mine[0] ?? tabs[0]
  return (
    <>
      <PageBar title="Ajustes" />
      <nav className={styles.tabs} aria-label="Seções dos ajustes">
        {mine.map(({ key, label }) => (
          <Link
            key={key}
            to="/settings"
            search={{ tab: key }}
            aria-current={shown.key === key ? 'page' : undefined}
            ref={shown.key === key ? intoView : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {mine.includes(shown) ? <TabContent tab={shown} /> : <NotAllowed />}
    </>
  )
}

function TabContent({ tab }: { readonly tab: SettingsTab }) {
  return (
    <CatchBoundary getResetKey={() => tab.key} errorComponent={FailedPart}>
      <Suspense fallback={<Skeleton height={320} />}>
        <tab.Page key={tab.key} />
      </Suspense>
    </CatchBoundary>
  )
}

function NotAllowed() {
  return (
    <EmptyState
      icon="key"
      title="Seu acesso não inclui esta página"
      action={<Link to="/conta">Minha conta</Link>}
    >
      As configurações são de gerentes e donos. A sua senha e os seus aparelhos estão em “Minha conta”.
    </EmptyState>
  )
}
