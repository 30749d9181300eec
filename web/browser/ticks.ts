import { useSyncExternalStore } from 'react'
import { createStore } from '../kit/create-store.ts'

/**
 * One clock for everything on screen that counts: a component renders again only when what it reads from the clock has
 * changed, and not once a second.
 */
const everyMs = 1_000

const clock = createStore(new Date())
let timer: ReturnType<typeof setInterval> | null = null
let watchers = 0

/** The time of the last tick, at most a second old. */
export function tickNow(): Date {
  // Nobody listened, so it stood still.
  if (timer === null && Date.now() - clock.get().getTime() >= everyMs) clock.set(new Date())
  return clock.get()
}

export function onTick(listener: () => void): () => void {
  const leave = clock.subscribe(listener)
  watchers += 1
  timer ??= setInterval(() => clock.set(new Date()), everyMs)
  return () => {
    leave()
    watchers -= 1
    if (watchers > 0 || timer === null) return
    clearInterval(timer)
    timer = null
  }
}

/** What `read` makes of the current second: text, number or flag, so that equal answers are one. */
export const useTick = <Value extends string | number | boolean | null>(read: (now: Date) => Value): Value =>
  useSyncExternalStore(onTick, () => read(tickNow()))
