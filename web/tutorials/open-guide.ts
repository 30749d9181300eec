import { useSyncExternalStore } from 'react'

/** What is open beside the screen: a guide by its id, or, as an empty text, those of the screen. */
let open: string | null = null
let opener: Element | null = null
const listeners = new Set<() => void>()

export const useOpenGuide = (): string | null => useSyncExternalStore(subscribe, () => open)

export function openGuide(id: string): void {
  opener = document.activeElement
  change(id)
}

/** The focus goes back to what opened it, if that is still there. */
export function closeGuide(): void {
  change(null)
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
}

function change(next: string | null): void {
  open = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
