import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, type AnyRoute } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { queryClient } from './api/query.ts'
import { loadFonts, announceNextScreen } from './browser/fonts.ts'
import { startServiceWorkerLater } from './browser/service-worker-later.ts'
import { readSession, resume, subscribe, useSession } from './identity/session.ts'
import { router } from './routes.tsx'
import { watchLeaving } from './screens/stale-chunk.ts'
import { FullScreenSpinner } from './ui/full-screen-spinner.tsx'
import { lookup } from '../contract/shared/lookup.ts'

let before = readSession().status
subscribe(() => {
  const { status } = readSession()
  if (status === before) return
  const signedOut = before === 'signed-in' && status === 'signed-out'
  before = status
  // After sign-out go to the start page (docs/product/screens.md, fixed); otherwise the guards run again.
  if (signedOut) void router.navigate({ to: '/', search: {} })
  else void router.invalidate()
})
loadFonts()
watchLeaving()
void resume()
router.subscribe('onBeforeRouteMount', announceNextScreen)
// Load the page's files in parallel with the session.
const byId: Readonly<Record<string, AnyRoute>> = router.routesById
for (const { routeId } of router.matchRoutes(router.latestLocation)) {
  const route = lookup(byId, routeId)
  // A failed download is reported when the page is rendered.
  if (route) router.loadRouteChunk(route)?.catch(() => {})
}
startServiceWorkerLater((path) => router.history.push(path))

/**
 * Full-screen spinner while the session loads; guards have not run yet (docs/product/screens.md, fixed).
 */
function Panel() {
  const session = useSession()
  return session.status === 'loading' ? <FullScreenSpinner /> : <RouterProvider router={router} />
}

/** If the React DOM chunk fails to load, the importer of the panel shows the error. */
export const drawn = import('./draw.ts').then(({ createRoot }) => {
  const place = document.getElementById('root')
  if (!place) return
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Panel />
      </QueryClientProvider>
    </StrictMode>,
  )
})
