import { useEffect, useSyncExternalStore } from 'react'
import { liveEventsPath, type LiveEvent } from '../../contract/live/live.ts'

export type LiveState = 'connecting' | 'live' | 'stale'

type Handler = (event: LiveEvent) => void
type Shared = { readonly event: LiveEvent; readonly id: string } | { readonly state: LiveState }
/** `hello` is a new tab's first word: from then on it must be told. */
type TabMessage = Shared | 'hello'

const lockName = 'live-leader'

/** The server speaks every 4 s; two beats missed mean that the screen may be behind. */
const silentAfterMs = 9_000
const asleepAfterMs = 30_000

const handlers = new Set<Handler>()
const stateListeners = new Set<() => void>()
let state: LiveState = 'connecting'
let lastId: string | null = null
let users = 0
let stopLeading: (() => void) | null = null
let lastTick = 0

/** Calls the handler for each live event while the component is there. */
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

/** One connection for all tabs: the tab that holds the lock listens, the others hear it from there. */
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
  // Each word to the other tabs costs a copy, and mostly there is no other tab.
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
    // Who came while this looked may not have been seen.
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

/** Whoever listens to this tab waits for its lock, a tab that the browser has put to sleep as well. */
async function hasWaiters(): Promise<boolean> {
  const { pending = [] } = await navigator.locks.query()
  return pending.some((lock) => lock.name === lockName)
}

function listen(share: (shared: Shared) => void): () => void {
  let source: EventSource | null = null
  let heard = Date.now()
  let retry: ReturnType<typeof setTimeout> | undefined
  let told: LiveState | null = null
  /** When it changes, and with each beat. */
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
        // A tab that opened since then has not heard it.
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
      // The browser tries again by itself, unless the answer was a refusal.
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
    // A line that hangs never says so by itself: a new one either speaks or fails.
    say('stale')
    reopen()
  }, 1_000)
  // A machine without a network may still have this line for a while, or its server beside it: only a new line tells.
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
    // What was missed is replayed by id; one read makes sure of it.
    if (returned) tell({ kind: 'resync', at: new Date().toISOString() })
    return
  }
  lastId = shared.id || lastId
  tell(shared.event)
}

function tell(event: LiveEvent): void {
  for (const handler of handlers) handler(event)
}

/** A browser that slept has missed events and knows nothing of it: read everything again. */
function noticeSleep(): void {
  const slept = Date.now() - lastTick
  lastTick = Date.now()
  if (slept > asleepAfterMs) tell({ kind: 'resync', at: new Date().toISOString() })
}
