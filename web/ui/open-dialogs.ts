import { createStore, useStore } from '../kit/create-store.ts'

/** The modal dialogs that are open, the topmost last. */
const dialogs = createStore<readonly HTMLElement[]>([])

/** Returns what to call when it is gone. */
export function dialogOpened(dialog: HTMLElement): () => void {
  dialogs.set([...dialogs.get(), dialog])
  return () => dialogs.set(dialogs.get().filter((one) => one !== dialog))
}

export const useTopDialog = (): HTMLElement | null => useStore(dialogs).at(-1) ?? null

/** Over a page that keeps its width: the room of its scroll bar stays, and none is added where it has no bar. */
export function openModal(dialog: HTMLDialogElement): void {
  const page = document.documentElement
  page.toggleAttribute('data-bar', page.clientWidth < innerWidth)
  dialog.showModal()
}
