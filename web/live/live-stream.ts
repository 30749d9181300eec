import { useEffect, useSyncExternalStore } from 'react'
import { liveEventsPath, type LiveEvent } from '../../contract/live/live.ts'

export type LiveState = 'connecting' | 'live' | 'stale'

type Handler = (event: LiveEvent) => void
type Shared = { readonly event: LiveEvent; readonly id: string } | { readonly state: LiveState }
/** `hello` is a new tab's first message; from then on it receives updates. */
type TabMessage = Shared | 'hello'

const lockName = 'live-leader'

/** The server sends something every 4 s; after two missed heartbeats the screen may be outdated. */
const silentAfterMs = 9_000
const asleepAfterMs = 30_000

const handlers = new Set<Handler>()
const stateListeners = new Set<() => void>()
let state: LiveState = 'connecting'
let lastId: string | null = null
let users = 0
let stopLeading: (() => void) | null = null
let lastTick = 0

/** Calls the handler for each live event while the component is mounted. */
export function useLive(handler: Handler): void {
  useEffect(() => {
    handlers.add(handler)
    const leave = join()
    return () => {
      handlers.delete(handler)
      leave()
    }
  }, [handler])
}

export const useLiveState = (): LiveState =>
  useSyncExternalStore(
    (listener) => {
      stateListeners.add(listener)
      const leave = join()
      return () => {
        stateListeners.delete(listener)
        leave()
      }
    },
    () => state,
  )

/** One connection for all tabs: the tab that holds the lock connects and forwards events to the others. */
function join(): () => void {
  users += 1
  if (users === 1) stopLeading = start()
  return () => {
    users -= 1
    if (users === 0) {
      stopLeading?.()
      stopLeading = null
    }
  }
}

function start(): () => void {
  const tabs = new BroadcastChannel('live')
  const stopping = new AbortController()
  // Each message to other tabs costs a copy, and usually there is no other tab.
  let others = true
  let hellos = 0
  tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data !== 'hello') {
      hear(data)
      return
    }
    others = true
    hellos += 1
  })
  const lookForOthers = async () => {
    const before = hellos
    const waits = await hasWaiters()
    // A tab opened during this check may have been missed.
    if (hellos === before) others = waits
  }
  const lead = () =>
    new Promise<void>((resolve) => {
      if (stopping.signal.aborted) {
        resolve()
        return
      }
      const close = listen((shared) => {
        hear(shared)
        if (others) tabs.postMessage(shared)
        if ('state' in shared) void lookForOthers()
      })
      stopping.signal.addEventListener('abort', () => {
        close()
        resolve()
      })
    })
  void navigator.locks.request(lockName, { signal: stopping.signal }, lead).catch(() => {})
  tabs.postMessage('hello')
  const wake = setInterval(noticeSleep, 5_000)
  lastTick = Date.now()
  document.addEventListener('visibilitychange', noticeSleep)
  window.addEventListener('pageshow', noticeSleep)
  return () => {
    stopping.abort()
    clearInterval(wake)
    document.removeEventListener('visibilitychange', noticeSleep)
    window.removeEventListener('pageshow', noticeSleep)
    tabs.close()
  }
}

/** Every tab that follows this one waits for its lock, even a tab suspended by the browser. */
async function hasWaiters(): Promise<boolean> {
  const { pending = [] } = await navigator.locks.query()
  return pending.some((lock) => lock.name === lockName)
}

function listen(share: (shared: Shared) => void): () => void {
  let source: EventSource | null = null
  let heard = Date.now()
  let retry: ReturnType<typeof setTimeout> | undefined
  let told: LiveState | null = null
  /** Sent on every change and with each heartbeat. */
  const say = (next: LiveState) => {
    if (told === next) return
    told = next
    share({ state: next })
  }

  const open = () => {
    source = new EventSource(lastId ? `${liveEventsPath}?after=${lastId}` : liveEventsPath)
    source.addEventListener('message', (message: MessageEvent<string>) => {
      heard = Date.now()
      const event = JSON.parse(message.data) as LiveEvent
      if (event.kind !== 'beat') {
        say('live')
        share({ event, id: message.lastEventId })
      } else {
        // A tab opened since then has not received it.
        told = null
        say('live')
      }
    })
    source.addEventListener('open', () => {
      heard = Date.now()
      say('live')
    })
    source.addEventListener('error', () => {
      say('stale')
      // The browser retries automatically, unless the response was an error status.
      if (source?.readyState !== EventSource.CLOSED) return
      clearTimeout(retry)
      retry = setTimeout(open, 3_000)
    })
  }
  const reopen = () => {
    clearTimeout(retry)
    source?.close()
    heard = Date.now()
    open()
  }
  open()
  const watch = setInterval(() => {
    if (Date.now() - heard < silentAfterMs) return
    // A hung connection reports no error: a new one either delivers or fails.
    say('stale')
    reopen()
  }, 1_000)
  // An offline machine may keep this connection for a while, or reach a server on the local network: only a
  // new connection can tell.
  const cut = () => {
    say('stale')
    reopen()
  }
  window.addEventListener('offline', cut)
  window.addEventListener('online', reopen)
  return () => {
    window.removeEventListener('offline', cut)
    window.removeEventListener('online', reopen)
    clearInterval(watch)
    clearTimeout(retry)
    source?.close()
  }
}

function hear(shared: Shared): void {
  if ('state' in shared) {
    if (state === shared.state) return
    const returned = state === 'stale' && shared.state === 'live'
    state = shared.state
    for (const listener of stateListeners) listener()
    // Missed events are replayed by id; one full read covers any gap.
    if (returned) tell({ kind: 'resync', at: new Date().toISOString() })
    return
  }
  lastId = shared.id || lastId
  tell(shared.event)
}

function tell(event: LiveEvent): void {
  for (const handler of handlers) handler(event)
}

/** A browser that slept has missed events without noticing: read everything again. */
function noticeSleep(): void {
  const slept = Date.now() - lastTick
  lastTick = Date.now()
  if (slept > asleepAfterMs) tell({ kind: 'resync', at: new Date().toISOString() })
}
