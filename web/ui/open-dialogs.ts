import { useSyncExternalStore } from 'react'

/** The modal dialogs that are open, the topmost last. */
let dialogs: readonly HTMLElement[] = []
const listeners = new Set<() => void>()

/** Returns what to call when it is gone. */
export function dialogOpened(dialog: HTMLElement): () => void {
  change([...dialogs, dialog])
  return () => change(dialogs.filter((one) => one !== dialog))
}

export const useTopDialog = (): HTMLElement | null => useSyncExternalStore(subscribe, top)

const top = (): HTMLElement | null => dialogs.at(-1) ?? null

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: readonly HTMLElement[]): void {
  dialogs = next
  for (const listener of listeners) listener()
}
