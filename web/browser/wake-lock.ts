import { useEffect, useState } from 'react'

export type WakeState = 'held' | 'free' | 'unsupported'

/** Keeps the screen awake while the page is visible; the browser releases the lock when it is hidden. */
export function useWakeLock(): WakeState {
  const [state, setState] = useState<WakeState>('wakeLock' in navigator ? 'free' : 'unsupported')
  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let left = false
    const hold = () => {
      if (document.visibilityState !== 'visible' || lock) return
      navigator.wakeLock.request('screen').then(
        (held) => {
          if (left) {
            void held.release()
            return
          }
          lock = held
          setState('held')
          held.addEventListener('release', () => {
            lock = null
            setState('free')
          })
        },
        // Denied on low battery or by the user; the board shows it.
        () => setState('free'),
      )
    }
    hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      left = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [])
  return state
}

/** The number on the app's icon, where the system supports it. */
export function showAppBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return
  const done = count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()
  done.catch(() => {})
}
