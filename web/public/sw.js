// Shows what the server pushes and opens the order that was touched. It answers no request and keeps
// no file: a page always comes from the server, so none can be stale.
self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => event.waitUntil(show(event.data)))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.path))
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
