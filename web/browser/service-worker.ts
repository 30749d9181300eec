/** Everything of service workers and push that the browser gives; knows nothing of the server. */
export type PushPermission = 'unsupported' | 'install-first' | NotificationPermission

/** An iPhone lets only an installed page ask. */
const isIphonePage = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) && !matchMedia('(display-mode: standalone)').matches

export function pushPermission(): PushPermission {
  if (isIphonePage()) return 'install-first'
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return 'unsupported'
  return Notification.permission
}

/** `opened`: a notification was touched while a window of the panel was there. */
export function startServiceWorker(opened: (path: string) => void): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent<{ open?: unknown }>) => {
    const path = event.data.open
    if (typeof path === 'string' && /^\/[^/\\]/.test(path)) opened(path)
  })
  setTimeout(() => {
    // The file itself is never taken from the browser's store: an upgrade is seen at once.
    navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch((error: unknown) => {
      console.warn('The service worker could not be registered', error)
    })
  }, laterMs)
}

/** It waits for messages; the first screen need not wait for it. */
const laterMs = 3_000

export interface Subscription {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

export async function currentSubscription(): Promise<Subscription | null> {
  const registration = await navigator.serviceWorker.ready
  return plain(await registration.pushManager.getSubscription())
}

/** Asks the push service of the browser. Another key than the one subscribed with starts anew. */
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

/** How the server names an endpoint in its list. */
export async function endpointHash(endpoint: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
