// Shows what the server pushes, opens the order that was touched, and keeps the panel's files for a time without a
// network (docs/adr/0032-offline-shell.md). A page comes from the server whenever it answers, and a call always does.

/**
 * The files of this build and the server's own addresses, written by scripts/build.ts; null: keeps nothing and removes
 * what was kept.
 */
const shell = null

self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(activate()))
/** The panel asks for it once its first screen is done, so that a first visit is not slower. */
self.addEventListener('message', (event) => {
  if (event.data === 'keep-shell') event.waitUntil(keepShell())
  // Chromium can leave an update waiting, though it asked to take over while it was installed.
  if (event.data === 'take-over') void self.skipWaiting()
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (shell === null || request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (!isElsewhere(url.pathname)) event.respondWith(page(event))
  } else if (url.pathname.startsWith('/assets/')) event.respondWith(file(request))
})

const prefix = 'shell.'
/** Any address without a page of its own. */
const pageAddress = '/offline'
/** Addresses that are not the panel's: server/http/panel/server-paths.ts. */
const isElsewhere = (path) => shell.serverPaths.includes(path.split(/[/.]/)[1])
/** A page that takes longer comes from this device. */
const patienceMs = 4_000

async function activate() {
  if (shell === null) for (const name of await shells()) await caches.delete(name)
  // The browser requests a page while this worker starts.
  await self.registration.navigationPreload?.[shell === null ? 'disable' : 'enable']()
  await self.clients.claim()
}

const shells = async () => (await caches.keys()).filter((name) => name.startsWith(prefix))

/** The page is put last: a shell with its page is complete. */
async function keepShell() {
  if (shell === null) return
  const name = prefix + shell.version
  const kept = await caches.open(name)
  if (await kept.match(pageAddress)) return
  const page = await fetch(pageAddress, { cache: 'no-store', headers: { accept: 'text/html' } })
  if (!page.ok || !page.headers.get('content-type')?.startsWith('text/html')) return
  await kept.addAll(shell.files)
  await kept.put(pageAddress, page)
  // Open pages of the last deploy may still load their files, but no page starts from it.
  const others = (await shells()).filter((other) => other !== name)
  for (const other of others.slice(0, -1)) await caches.delete(other)
  for (const other of others.slice(-1)) await (await caches.open(other)).delete(pageAddress)
}

/** From the server; from this device only without an answer, or with one that is no page of the panel. */
async function page(event) {
  const network = answerOf(event)
  // Also when the kept page was faster.
  event.waitUntil(network.catch(() => null))
  const kept = await keptPage()
  if (!kept) return network
  const answer = await Promise.race([network.catch(() => null), silence()])
  return answer && answer.status < 500 ? answer : kept
}

const answerOf = async (event) => (await event.preloadResponse) ?? fetch(event.request)
const keptPage = async () => shell && (await caches.match(pageAddress, { ignoreVary: true }))
const silence = () => new Promise((resolve) => setTimeout(() => resolve(null), patienceMs))

/** Its name changes with its content, so a kept one is never stale. */
const file = async (request) => (await caches.match(request, { ignoreVary: true })) ?? fetch(request)

self.addEventListener('push', (event) => event.waitUntil(show(event.data)))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.path))
})

/** The browser replaced the subscription, perhaps while no panel is open. */
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))

/** As in contract/shared/app-pair.ts. */
const appHeaders = { 'x-app-id': 'balcao-web', 'x-app-token': 'balcao-web-public' }

/** The server knows the person by the session cookie. Without it a person has to open the panel, and is notified. */
async function renew({ oldSubscription, newSubscription }) {
  try {
    const { endpoint, keys } = (newSubscription ?? (await subscribeAgain(oldSubscription))).toJSON()
    const reply = await fetch('/api/notifications/devices/renew', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { ...appHeaders, accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ endpoint, keys, formerEndpoint: oldSubscription?.endpoint ?? null }),
    })
    if (reply.ok) return
    throw new Error(`The subscription was not renewed: ${reply.status}`)
  } catch (error) {
    console.warn(error)
    await self.registration.showNotification('Os avisos deste aparelho pararam', {
      body: 'O navegador trocou a inscrição. Abra o painel e ligue os avisos de novo.',
      tag: 'push-renewal',
      requireInteraction: true,
      data: { path: '/settings?tab=notificacoes' },
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
      lang: 'pt-BR',
    })
  }
}

const subscribeAgain = (former) =>
  self.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: former?.options?.applicationServerKey,
  })

function show(data) {
  const message = read(data)
  return self.registration.showNotification(message.title, {
    body: message.body,
    tag: message.tag,
    renotify: message.tag !== undefined,
    requireInteraction: true,
    data: { path: message.path },
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    lang: 'pt-BR',
  })
}

/** The browser demands a notification for each push, also for one that cannot be read. */
function read(data) {
  try {
    return data.json()
  } catch {
    return { title: 'Balcão', body: 'Há novidade nos pedidos.', path: '/menu/orders' }
  }
}

async function open(wanted) {
  const url = new URL(wanted ?? '/menu/orders', self.location.origin)
  if (url.origin !== self.location.origin) return
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = windows.find((one) => one.visibilityState === 'visible') ?? windows[0]
  if (!shown) {
    await self.clients.openWindow(url.href)
    return
  }
  shown.postMessage({ open: url.pathname + url.search })
  await shown.focus().catch(() => {})
}
