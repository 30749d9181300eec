import { createStore, useStore } from '../kit/create-store.ts'

/** What is open beside the screen: a guide by its id, or, as an empty text, those of the screen. */
const open = createStore<string | null>(null)
let opener: Element | null = null

export const useOpenGuide = (): string | null => useStore(open)

export function openGuide(id: string): void {
  opener = document.activeElement
  open.set(id)
}

/** The focus goes back to what opened it, if that is still there. */
export function closeGuide(): void {
  open.set(null)
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
}
