/** The browser's service worker and push APIs, independent of our server. */
export type PushPermission = 'unsupported' | 'install-first' | NotificationPermission

/** On an iPhone only an installed page may ask for permission. */
const isIphonePage = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) && !matchMedia('(display-mode: standalone)').matches

export function pushPermission(): PushPermission {
  if (isIphonePage()) return 'install-first'
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return 'unsupported'
  return Notification.permission
}

/** Registers the worker, and asks it to keep the panel's files. */
export async function startServiceWorker(opened: (path: string) => void): Promise<void> {
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent<{ open?: unknown }>) => {
    const path = event.data.open
    if (typeof path === 'string' && /^\/[^/\\]/.test(path)) opened(path)
  })
  // Bypass the HTTP cache for the worker file, so that an upgrade takes effect at once.
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  // A board stays open for days, and without a navigation the browser looks for no update.
  setInterval(() => void registration.update().catch(() => {}), updateEveryMs)
  const keepShell = () => navigator.serviceWorker.controller?.postMessage('keep-shell')
  navigator.serviceWorker.addEventListener('controllerchange', keepShell)
  registration.addEventListener('updatefound', () => setTimeout(() => takeOver(registration), installMs))
  await navigator.serviceWorker.ready
  takeOver(registration)
  keepShell()
}

const updateEveryMs = 60 * 60_000
/** An update that still waits then was left waiting. */
const installMs = 5_000

const takeOver = ({ waiting }: ServiceWorkerRegistration) => waiting?.postMessage('take-over')

export interface Subscription {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

export async function currentSubscription(): Promise<Subscription | null> {
  const registration = await navigator.serviceWorker.ready
  return plain(await registration.pushManager.getSubscription())
}

/** Subscribes at the browser's push service. A different key replaces the old subscription. */
export async function subscribe(publicKey: string): Promise<Subscription | null> {
  const registration = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    return plain(await registration.pushManager.subscribe(options))
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
    await (await registration.pushManager.getSubscription())?.unsubscribe()
    return plain(await registration.pushManager.subscribe(options))
  }
}

export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.ready
  await (await registration.pushManager.getSubscription())?.unsubscribe()
}

function plain(subscription: PushSubscription | null): Subscription | null {
  const { endpoint, keys } = subscription?.toJSON() ?? {}
  return endpoint && keys?.p256dh && keys.auth
    ? { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }
    : null
}

/** The server identifies an endpoint by this hash. */
export async function endpointHash(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
