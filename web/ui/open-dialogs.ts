import { createStore, useStore } from '../kit/create-store.ts'

/** The modal dialogs that are open, the topmost last. */
const dialogs = createStore<readonly HTMLElement[]>([])

/** Returns what to call when it is gone. */
export function dialogOpened(dialog: HTMLElement): () => void {
  dialogs.set([...dialogs.get(), dialog])
  return () => dialogs.set(dialogs.get().filter((one) => one !== dialog))
}

export const useTopDialog = (): HTMLElement | null => useStore(dialogs).at(-1) ?? null
