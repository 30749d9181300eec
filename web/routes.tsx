import { chatSearch } from './whatsapp/conversations/chat-search.rules.ts'
import { toolSearch } from './menu/tools/tool-search.ts'
import { saleSearch, menuSearch, billingSearch, productSearch } from './reports/period/report-search.rules.ts'
import {
  createRootRoute,
  createRoute,
  createRouter,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { Suspense } from 'react'
import { captureAttribution } from './browser/attribution.ts'
import { hasToFindStore, isManagerSomewhere, readSession, useSession } from './identity/session.ts'
import { boardSearch, tvIn } from './orders/board/board-search.ts'
import { historySearch } from './orders/history/history.rules.ts'
import { daySearch } from './reports/daily/day-search.rules.ts'
import { periodSearch } from './reports/period/period-search.rules.ts'
import { settingsSearch } from './settings/settings-search.rules.ts'
import { page } from './pages.ts'
import { FailedPage, NotFoundPage } from './screens/states.tsx'
import { wantedPage } from './shell/wanted-page.ts'
import { chooseFromAddress } from './stores/choice.ts'
import { FullScreenSpinner } from './ui/full-screen-spinner.tsx'
import { NoticeRegion } from './ui/notices.tsx'

interface Wanted {
  /** Where to go after sign-in. */
  readonly next?: string
}

/** Within the frame for those who are signed in; not found for everybody else too. */
function NotFoundAnywhere() {
  const session = useSession()
  if (session.status !== 'signed-in')
    return (
      <>
        <header className="masthead">Balcão</header>
        <main>
          <NotFoundPage />
        </main>
      </>
    )
  return (
    <Suspense fallback={<FullScreenSpinner />}>
      <page.shell>
        <NotFoundPage />
      </page.shell>
    </Suspense>
  )
}

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <NoticeRegion />
    </>
  ),
  // Before any guard drops the query.
  beforeLoad: ({ location }) => {
    const referrer = captureAttribution(location.searchStr)
    if (referrer) void import('./referral/count-click.ts').then(({ countClick }) => countClick(referrer))
  },
  notFoundComponent: NotFoundAnywhere,
})

const signedOutOnly = createRoute({
  getParentRoute: () => root,
  id: 'signed-out',
  validateSearch: (search: Record<string, unknown>): Wanted => {
    const next = wantedPage(search.next)
    return next ? { next } : {}
  },
  beforeLoad: ({ search }) => {
    const session = readSession()
    if (session.status !== 'signed-in') return
    // The router keeps parameters that validation drops, so the address is checked where it is used.
    const wanted = wantedPage(search.next)
    // After sign-in: the requested page, else the daily report; below manager, the orders
    // (docs/product/screens.md, fixed). Support without a store finds one first.
    const landing = isManagerSomewhere(session) ? '/reports/daily' : '/menu/orders'
    throw redirect({ href: wanted ?? (hasToFindStore(session) ? '/suporte' : landing) })
  },
})
const signIn = createRoute({ getParentRoute: () => signedOutOnly, path: '/', component: page.signIn })
const login = createRoute({ getParentRoute: () => signedOutOnly, path: '/login', component: page.signIn })
const resetPassword = createRoute({
  getParentRoute: () => signedOutOnly,
  path: '/reset-password',
  component: page.resetPassword,
})
const createAccount = createRoute({
  getParentRoute: () => signedOutOnly,
  path: '/cadastro',
  component: page.createAccount,
})

const terms = createRoute({ getParentRoute: () => root, path: '/termos', component: page.terms })
const installAgent = createRoute({
  getParentRoute: () => root,
  path: '/agente',
  component: page.installAgent,
})
const invitation = createRoute({ getParentRoute: () => root, path: '/convite', component: page.invitation })
const accountant = createRoute({ getParentRoute: () => root, path: '/contador', component: page.accountant })
const mailbox = createRoute({ getParentRoute: () => root, path: '/mailbox', component: page.mailbox })

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: page.shell,
  // At once for every page: a promise would show the loading state for a moment.
  beforeLoad: ({ location, preload }) =>
    mayBeNoPage(location.pathname)
      ? refuseNoPage(location.pathname).then(() => guard(location, preload))
      : guard(location, preload),
})

function guard(
  location: { readonly href: string; readonly pathname: string; readonly search: object },
  preload: boolean,
): void {
  if (readSession().status !== 'signed-in') throw redirect({ to: '/', search: { next: location.href } })
  // A link to a report names its stores.
  if (!preload && location.pathname.startsWith('/reports/')) chooseFromAddress(location.search)
}

/** One segment that is no page: a group's, or nothing. */
const mayBeNoPage = (path: string): boolean =>
  /^\/[^/]+\/?$/.test(path) && !Object.hasOwn(router.routesByPath, path)

/** If it is not a group's, signing in would not help. */
async function refuseNoPage(path: string): Promise<void> {
  // Not part of the first visit.
  const { mayBeGroupPage } = await import('./groups/possible-page.ts')
  if (!(await mayBeGroupPage(path))) throw notFound({ routeId: '__root__' })
}

const reports = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports',
  beforeLoad: () => {
    throw redirect({ to: '/reports/daily' })
  },
})
const home = createRoute({ getParentRoute: () => signedIn, path: '/menu', component: page.home })
const orders = createRoute({
  getParentRoute: () => signedIn,
  path: '/menu/orders',
  component: page.orders,
  validateSearch: boardSearch,
})
const daily = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports/daily',
  component: page.report,
  validateSearch: daySearch,
})
const history = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports/history',
  component: page.history,
  validateSearch: historySearch,
})
const sale = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports/sale',
  component: page.sale,
  validateSearch: saleSearch,
})
const stores = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports/stores',
  component: page.stores,
  validateSearch: periodSearch,
})
const productReport = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports/product',
  component: page.productReport,
  validateSearch: (search: Record<string, unknown>) => ({
    ...periodSearch(search),
    ...productSearch(search),
  }),
})
const customerReport = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports/customer',
  component: page.customerReport,
  validateSearch: periodSearch,
})
const adsReport = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports/ads',
  component: page.adsReport,
  validateSearch: periodSearch,
})
const menuReport = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports/menu',
  component: page.menuReport,
  validateSearch: (search: Record<string, unknown>) => ({ ...periodSearch(search), ...menuSearch(search) }),
})
const quality = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports/quality',
  component: page.quality,
  validateSearch: periodSearch,
})
const orderBilling = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports/orderBilling',
  component: page.orderBilling,
  validateSearch: billingSearch,
})
const tutorials = createRoute({
  getParentRoute: () => signedIn,
  path: '/tutorials',
  component: page.tutorials,
})
const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  component: page.settings,
  validateSearch: settingsSearch,
})
const menu = createRoute({ getParentRoute: () => signedIn, path: '/cardapio', component: page.menu })
const menuTools = createRoute({
  getParentRoute: () => signedIn,
  path: '/cardapio/importar',
  component: page.menuTools,
  validateSearch: toolSearch,
})
const conversations = createRoute({
  getParentRoute: () => signedIn,
  path: '/conversas',
  component: page.conversations,
  validateSearch: chatSearch,
})
const reviews = createRoute({ getParentRoute: () => signedIn, path: '/avaliacoes', component: page.reviews })
const account = createRoute({ getParentRoute: () => signedIn, path: '/conta', component: page.account })
const support = createRoute({ getParentRoute: () => signedIn, path: '/suporte', component: page.support })
const newStore = createRoute({ getParentRoute: () => signedIn, path: '/nova-loja', component: page.newStore })
const groups = createRoute({ getParentRoute: () => signedIn, path: '/lojas', component: page.groups })
const group = createRoute({
  getParentRoute: () => signedIn,
  path: '/$groupSlug',
  component: page.group,
  validateSearch: (search) => ({ ...daySearch(search), ...tvIn(search), ...pageIn(search) }),
})

/** Which hundred of a group's stores; the first one has no number. */
function pageIn({ page }: Record<string, unknown>): { readonly page?: number } {
  const number = Math.trunc(Number(page))
  return number > 1 && number < 100 ? { page: number } : {}
}

export const router = createRouter({
  routeTree: root.addChildren([
    terms,
    installAgent,
    invitation,
    accountant,
    mailbox,
    signedOutOnly.addChildren([signIn, login, resetPassword, createAccount]),
    signedIn.addChildren([
      home,
      reports,
      orders,
      daily,
      sale,
      stores,
      history,
      productReport,
      customerReport,
      adsReport,
      menuReport,
      menu,
      menuTools,
      conversations,
      reviews,
      settings,
      account,
      support,
      newStore,
      groups,
      group,
      quality,
      orderBilling,
      tutorials,
    ]),
  ]),
  defaultPendingComponent: FullScreenSpinner,
  defaultErrorComponent: FailedPage,
  defaultNotFoundComponent: NotFoundAnywhere,
  defaultPreload: 'intent',
})

// Every navigation scrolls to the top (docs/product/screens.md, fixed), Back included. The first page
// already is at the top, and scrolling it would cause a second layout before its figures.
window.history.scrollRestoration = 'manual'
router.subscribe('onResolved', ({ pathChanged, fromLocation }) => {
  if (pathChanged && fromLocation) window.scrollTo({ top: 0, behavior: 'instant' })
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
