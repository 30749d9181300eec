import { useSyncExternalStore } from 'react'

/**
 * One clock for everything on screen that counts: a component renders again only when what it reads from the clock has
 * changed, and not once a second.
 */
const everyMs = 1_000

let current = new Date()
let timer: ReturnType<typeof setInterval> | null = null
const listeners = new Set<() => void>()

/** The time of the last tick, at most a second old. */
export function tickNow(): Date {
  // Nobody listened, so it stood still.
  if (timer === null && Date.now() - current.getTime() >= everyMs) current = new Date()
  return current
}

export function onTick(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, everyMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}

/** What `read` makes of the current second: text, number or flag, so that equal answers are one. */
export const useTick = <Value extends string | number | boolean | null>(read: (now: Date) => Value): Value =>
  useSyncExternalStore(onTick, () => read(tickNow()))

function tick(): void {
  current = new Date()
  for (const listener of listeners) listener()
}
