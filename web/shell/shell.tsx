import { CatchBoundary, Link, Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { afterPaint } from '../browser/after-paint.ts'
import { upTo, useIsPhone, useMatch } from '../kit/breakpoints.ts'
import { LeaveDemo } from '../identity/leave-demo.tsx'
import {
  hasToFindStore,
  isManagerSomewhere,
  readSession,
  useSignedIn,
  type SignedIn,
} from '../identity/session.ts'
import { extraPart, lazyFramed, lazyPart } from '../screens/stale-chunk.ts'
import { FailedPart } from '../screens/states.tsx'
import { CustomerSwitch } from './customer-switch.tsx'
import { PhoneTop, TabBar } from './phone-bars.tsx'
import { ReportChips } from '../reports/report-links.tsx'
import { usePrintsHere } from '../printing/browser/prints-here.ts'
import { SideBar } from './side-bar.tsx'
import { useOpenGuide } from '../tutorials/tutorials.ts'
import { useWaitingOrders } from '../home/stores-now.ts'
import styles from './shell.module.css'

const laptop = upTo('laptop')
/** What support uses before it has found a store. */
const withoutStore = ['/suporte', '/conta', '/settings', '/tutorials']
const SupportBanner = lazyFramed(() => import('../identity/support/support-banner.tsx'), 'SupportBanner')
const TermsNotice = extraPart(() => import('../terms/terms-notice.tsx'), 'TermsNotice')
const GuideBeside = lazyPart(() => import('../tutorials/guide-beside.tsx'), 'GuideBeside')
const ScreenNotices = extraPart(() => import('../notifications/screen-notices.tsx'), 'ScreenNotices')
const BrowserPrinting = extraPart(() => import('../printing/browser/browser-printing.tsx'), 'BrowserPrinting')
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
  useKeptFocus()
  const guide = useOpenGuide()
  const rail = useRail(ownHead, guide !== null)
  const later = useLater()
  return (
    <>
      <a className={styles.skip} href="#conteudo">
        Ir para o conteúdo
      </a>
      <Banners session={session} />
      <div className={frameClass(session, { rail, guide: guide !== null })}>
        {phone ? ownHead ? null : <PhoneTop /> : <SideBar waiting={waiting} />}
        <main className={styles.main} id="conteudo" tabIndex={-1}>
          {ownHead || !later || session.demo ? null : <TermsNotice />}
          {phone ? <PhoneChips session={session} lost={lost} /> : null}
          {lost ? <FindStore /> : children}
        </main>
        {guide === null ? null : <OpenGuide path={path} />}
        {phone ? <TabBar waiting={waiting} /> : null}
      </div>
      {later ? <LaterParts /> : null}
    </>
  )
}

/** What a phone has above the page instead of beside it. */
const PhoneChips = ({ session, lost }: { readonly session: SignedIn; readonly lost: boolean }) => (
  <>
    {isManagerSomewhere(session) ? <ReportChips /> : null}
    {lost ? null : <CustomerSwitch />}
  </>
)

const OpenGuide = ({ path }: { readonly path: string }) => (
  <CatchBoundary getResetKey={() => path} errorComponent={FailedPart}>
    <GuideBeside />
  </CatchBoundary>
)

/** Whether the places shrink to their icons: for the board on a laptop, and beside a guide on a wider screen. */
function useRail(board: boolean, guide: boolean): boolean {
  const phone = useIsPhone()
  const narrow = useMatch(laptop)
  return !phone && (narrow ? board : guide)
}

/** What is heard in every screen. */
function LaterParts() {
  const printsHere = usePrintsHere().length > 0
  return (
    <>
      <ScreenNotices />
      {printsHere ? <BrowserPrinting /> : null}
    </>
  )
}

/** What is true of every screen, above it. */
function Banners({ session: { demo, support, secondFactorMissing } }: { readonly session: SignedIn }) {
  return (
    <>
      {demo ? (
        <aside className={styles.demo} aria-label="Demonstração">
          Dados de demonstração
          <LeaveDemo />
        </aside>
      ) : null}
      {support ? (
        <Suspense fallback={<div className={styles.supportRoom} />}>
          <SupportBanner entry={support} />
        </Suspense>
      ) : null}
      {secondFactorMissing ? (
        <p className={styles.demo} role="alert">
          Conta de suporte: ligue a verificação em duas etapas em <Link to="/conta">Minha conta</Link> para
          abrir lojas.
        </p>
      ) : null}
    </>
  )
}

function frameClass(
  { demo, support }: SignedIn,
  { rail, guide }: { readonly rail: boolean; readonly guide: boolean },
): string {
  const banners = [demo ? styles.belowDemo : null, support ? styles.asSupport : null].filter(Boolean)
  return [
    styles.app,
    ...(rail ? [styles.rail] : []),
    ...(guide ? [styles.withGuide] : []),
    ...(banners.length > 0 ? [styles.belowBanner] : []),
    ...banners,
  ].join(' ')
}

function useKeptFocus(): void {
  useEffect(() => {
    // Without a network the focus stays where the browser leaves it.
    afterPaint()
      .then(() => import('../browser/kept-focus.ts'))
      .catch(() => {})
  }, [])
}

/** Long after the first screen: nobody needs the last orders before the network is lost, nor a notice at once. */
function useLater(): boolean {
  const [later, setLater] = useState(keeping)
  useEffect(() => {
    if (keeping) return undefined
    const timer = setTimeout(() => {
      keeping = true
      setLater(true)
      void import('../api/last-read.ts').then(({ keepReads }) =>
        keepReads(() => {
          const session = readSession()
          // What support sees of others' stores stays on no device.
          return session.status === 'signed-in' && session.support === null ? session.uid : null
        }),
      )
    }, keepAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return later
}

const keepAfterMs = 4_000
let keeping = false
