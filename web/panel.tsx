import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, type AnyRoute } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { queryClient } from './api/query.ts'
import { loadFonts, tellNextScreen } from './browser/fonts.ts'
import { startServiceWorker } from './browser/service-worker.ts'
import { readSession, resume, subscribe, useSession } from './identity/session.ts'
import { router } from './routes.tsx'
import { FullScreenSpinner } from './ui/full-screen-spinner.tsx'

let before = readSession().status
subscribe(() => {
  const { status } = readSession()
  if (status === before) return
  const signedOut = before === 'signed-in' && status === 'signed-out'
  before = status
  // After sign-out to the start (docs/product.md section 2, fixed); otherwise the guards decide anew.
  if (signedOut) void router.navigate({ to: '/', search: {} })
  else void router.invalidate()
})
loadFonts()
void resume()
router.subscribe('onBeforeRouteMount', tellNextScreen)
// The page's own files come while the session does.
const byId: Readonly<Record<string, AnyRoute>> = router.routesById
for (const { routeId } of router.matchRoutes(router.latestLocation)) {
  const route = byId[routeId as string]
  // Lost on the way: the page says so when it is drawn.
  if (route) router.loadRouteChunk(route)?.catch(() => {})
}
startServiceWorker((path) => router.history.push(path))

/** While the session loads: a full-screen spinner, and no guard has spoken yet (docs/product.md section 2, fixed). */
function Panel() {
  const session = useSession()
  return session.status === 'loading' ? <FullScreenSpinner /> : <RouterProvider router={router} />
}

/** Where what draws it does not come, whoever asked for the panel says so. */
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
