import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { afterPaint } from '../browser/after-paint.ts'
import { usePageTitle } from '../browser/page-title.ts'
import { useIsPhone } from '../browser/screen.ts'
import { LeaveDemo } from '../identity/leave-demo.tsx'
import {
  hasToFindStore,
  isManagerSomewhere,
  readSession,
  useSignedIn,
  type SignedIn,
} from '../identity/session.ts'
import { lazyPart } from './stale-chunk.ts'
import { PhoneTop, TabBar } from './phone-bars.tsx'
import { ReportChips } from './report-links.tsx'
import { SideBar } from './side-bar.tsx'
import { useWaitingOrders } from '../home/stores-now.ts'
import styles from './shell.module.css'

/** What support uses before it has found a store. */
const withoutStore = ['/suporte', '/conta', '/settings', '/tutorials']
const SupportBanner = lazyPart(() => import('../identity/support/support-banner.tsx'), 'SupportBanner')
const TermsNotice = lazyPart(() => import('../terms/terms-notice.tsx'), 'TermsNotice')
const FindStore = lazyPart(() => import('../identity/support/support-page.tsx'), 'SupportPage')

/**
 * The frame of every signed-in screen. Renders only the navigation for the current width: each extra link
 * costs a phone time.
 */
export function Shell({ children = <Outlet /> }: { readonly children?: ReactNode }) {
  const session = useSignedIn()
  const phone = useIsPhone()
  const waiting = useWaitingOrders()
  // The orders need every pixel of a phone: their own head replaces the top bar.
  const path = useLocation({ select: ({ pathname }) => pathname })
  const lost = hasToFindStore(session) && !withoutStore.includes(path)
  const ownHead = path === '/menu/orders' && !lost
  useKeptReads()
  useKeptFocus()
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
      {session.support ? (
        <Suspense fallback={<div className={styles.supportRoom} />}>
          <SupportBanner entry={session.support} />
        </Suspense>
      ) : null}
      {session.secondFactorMissing ? (
        <p className={styles.demo} role="alert">
          Conta de suporte: ligue a verificação em duas etapas em <Link to="/conta">Minha conta</Link> para
          abrir lojas.
        </p>
      ) : null}
      <div className={frameClass(session)}>
        {phone ? ownHead ? null : <PhoneTop /> : <SideBar waiting={waiting} />}
        <main className={styles.main} id="conteudo" tabIndex={-1}>
          {ownHead ? null : <LateTermsNotice />}
          {phone && isManagerSomewhere(session) ? <ReportChips /> : null}
          {lost ? (
            <Suspense fallback={null}>
              <FindStore />
            </Suspense>
          ) : (
            children
          )}
        </main>
        {phone ? <TabBar waiting={waiting} /> : null}
      </div>
    </>
  )
}

function frameClass({ demo, support }: SignedIn): string {
  const banners = [demo ? styles.belowDemo : null, support ? styles.asSupport : null].filter(Boolean)
  return [styles.app, ...(banners.length > 0 ? [styles.belowBanner] : []), ...banners].join(' ')
}

function useKeptFocus(): void {
  useEffect(() => {
    void afterPaint().then(() => import('../browser/kept-focus.ts'))
  }, [])
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
          // What support sees of others' stores stays on no device.
          return session.status === 'signed-in' && session.support === null ? session.uid : null
        }),
      )
    }, keepAfterMs)
  }, [])
}

/** Long after the first screen too. People of the demonstration accept nothing. */
function LateTermsNotice() {
  const { demo } = useSignedIn()
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), keepAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return late && !demo ? (
    <Suspense fallback={null}>
      <TermsNotice />
    </Suspense>
  ) : null
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
