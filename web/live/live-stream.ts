import { useEffect } from 'react'
import { liveEventsPath, type LiveEvent } from '../../contract/live/live.ts'
import { createStore, useStore } from '../kit/create-store.ts'

export type LiveState = 'connecting' | 'live' | 'stale'

type Handler = (event: LiveEvent) => void
type Shared = { readonly event: LiveEvent; readonly id: string } | { readonly state: LiveState }
/** `hello` is a new tab's first message; from then on it receives updates. `reopen`: see reopenLive. */
type TabMessage = Shared | 'hello' | 'reopen'

const lockName = 'live-leader'
/** Heard by the tab that holds the connection. */
const reopenEvent = 'live-reopen'

/** The server sends something every 4 s; after two missed heartbeats the screen may be outdated. */
const silentAfterMs = 9_000
const asleepAfterMs = 30_000

const handlers = new Set<Handler>()
const pulses = new Set<() => void>()
const state = createStore<LiveState>('connecting')
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

/**
 * Calls the handler every few seconds while the connection is alive, in each tab. Browsers slow the timers of a tab that
 * nobody looks at, but not this.
 */
export function useLivePulse(handler: () => void): void {
  useEffect(() => {
    pulses.add(handler)
    const leave = join()
    return () => {
      pulses.delete(handler)
      leave()
    }
  }, [handler])
}

export function useLiveState(): LiveState {
  useEffect(join, [])
  return useStore(state)
}

/** After this person got a store: an open connection hears only of the stores that it began with. */
export function reopenLive(): void {
  const tabs = new BroadcastChannel('live')
  tabs.postMessage('reopen' satisfies TabMessage)
  tabs.close()
}

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
    if (data === 'reopen') {
      window.dispatchEvent(new Event(reopenEvent))
      return
    }
    if (data !== 'hello') {
      receive(data)
      return
    }
    others = true
    hellos += 1
  })
  const checkForOtherTabs = async () => {
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
        receive(shared)
        if (others) tabs.postMessage(shared)
        if ('state' in shared) void checkForOtherTabs()
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
  let lastMessageAt = Date.now()
  let retry: ReturnType<typeof setTimeout> | undefined
  let sentState: LiveState | null = null
  /** Sent on every change and with each heartbeat. */
  const sendState = (next: LiveState) => {
    if (sentState === next) return
    sentState = next
    share({ state: next })
  }

  const open = () => {
    source = new EventSource(lastId ? `${liveEventsPath}?after=${lastId}` : liveEventsPath)
    source.addEventListener('message', (message: MessageEvent<string>) => {
      lastMessageAt = Date.now()
      const event = JSON.parse(message.data) as LiveEvent
      if (event.kind !== 'beat') {
        sendState('live')
        share({ event, id: message.lastEventId })
      } else {
        // A tab opened since then has not received it.
        sentState = null
        sendState('live')
      }
    })
    source.addEventListener('open', () => {
      lastMessageAt = Date.now()
      sendState('live')
    })
    source.addEventListener('error', () => {
      sendState('stale')
      // The browser retries automatically, unless the response was an error status.
      if (source?.readyState !== EventSource.CLOSED) return
      clearTimeout(retry)
      retry = setTimeout(open, 3_000)
    })
  }
  const reopen = () => {
    clearTimeout(retry)
    source?.close()
    lastMessageAt = Date.now()
    open()
  }
  open()
  const watch = setInterval(() => {
    if (Date.now() - lastMessageAt < silentAfterMs) return
    // A hung connection reports no error: a new one either delivers or fails.
    sendState('stale')
    reopen()
  }, 1_000)
  // An offline machine may keep this connection for a while, or reach a server on the local network: only a
  // new connection can tell.
  const cut = () => {
    sendState('stale')
    reopen()
  }
  const acts = Object.entries({ offline: cut, online: reopen, [reopenEvent]: reopen })
  for (const [name, act] of acts) window.addEventListener(name, act)
  return () => {
    for (const [name, act] of acts) window.removeEventListener(name, act)
    clearInterval(watch)
    clearTimeout(retry)
    source?.close()
  }
}

function receive(shared: Shared): void {
  if ('state' in shared) {
    if (shared.state === 'live') for (const pulse of pulses) pulse()
    const before = state.get()
    if (before === shared.state) return
    const returned = before === 'stale' && shared.state === 'live'
    state.set(shared.state)
    // Missed events are replayed by id; one full read covers any gap.
    if (returned) emit({ kind: 'resync', at: new Date().toISOString() })
    return
  }
  lastId = shared.id || lastId
  emit(shared.event)
}

function emit(event: LiveEvent): void {
  for (const handler of handlers) handler(event)
}

/** A browser that slept has missed events without noticing: read everything again. */
function noticeSleep(): void {
  const slept = Date.now() - lastTick
  lastTick = Date.now()
  if (slept > asleepAfterMs) emit({ kind: 'resync', at: new Date().toISOString() })
}
