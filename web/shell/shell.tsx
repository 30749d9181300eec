import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { usePageTitle } from '../browser/page-title.ts'
import { useIsPhone } from '../browser/screen.ts'
import { LeaveDemo } from '../identity/leave-demo.tsx'
import { isManagerSomewhere, readSession, useSignedIn } from '../identity/session.ts'
import { PhoneTop, TabBar } from './phone-bars.tsx'
import { ReportChips } from './report-links.tsx'
import { SideBar } from './side-bar.tsx'
import { useWaitingOrders } from '../home/stores-now.ts'
import styles from './shell.module.css'

/**
 * The frame of every signed-in screen. Renders only the navigation for the current width: each extra link
 * costs a phone time.
 */
export function Shell({ children = <Outlet /> }: { readonly children?: ReactNode }) {
  const session = useSignedIn()
  const phone = useIsPhone()
  const waiting = useWaitingOrders()
  // The orders need every pixel of a phone: their own head replaces the top bar.
  const ownHead = useLocation({ select: ({ pathname }) => pathname === '/menu/orders' })
  useKeptReads()
  return (
    <>
      <a className={styles.skip} href="#conteudo">
        Ir para o conteúdo
      </a>
      {session.demo ? (
        <aside className={styles.demo} aria-label="Demonstração">
          Dados de demonstração
          <LeaveDemo />
        </aside>
      ) : null}
      {session.secondFactorMissing ? (
        <p className={styles.demo} role="alert">
          Conta de suporte: ligue a verificação em duas etapas em <Link to="/conta">Minha conta</Link> para
          abrir lojas.
        </p>
      ) : null}
      <div className={`${styles.app} ${session.demo ? styles.belowBanner : ''}`}>
        {phone ? ownHead ? null : <PhoneTop /> : <SideBar waiting={waiting} />}
        <main className={styles.main} id="conteudo" tabIndex={-1}>
          {phone && isManagerSomewhere(session) ? <ReportChips /> : null}
          {children}
        </main>
        {phone ? <TabBar waiting={waiting} /> : null}
      </div>
    </>
  )
}

/** Long after the first screen: nobody needs the last orders before the network is lost. */
function useKeptReads(): void {
  useEffect(() => {
    if (keeping) return
    keeping = true
    setTimeout(() => {
      void import('../api/last-read.ts').then(({ keepReads }) =>
        keepReads(() => {
          const session = readSession()
          return session.status === 'signed-in' ? session.uid : null
        }),
      )
    }, keepAfterMs)
  }, [])
}

const keepAfterMs = 4_000
let keeping = false

/** Title and tools at the top of a screen. */
export function PageBar({
  title,
  actions,
  children,
}: {
  readonly title: string
  /** Beside the title on a phone too, in small size. */
  readonly actions?: ReactNode
  readonly children?: ReactNode
}) {
  usePageTitle(title)
  return (
    <div className={styles.bar}>
      <h1>{title}</h1>
      {children}
      {actions ? <div className={styles.barActions}>{actions}</div> : null}
    </div>
  )
}
