import { useState } from 'react'
import { useUndo, type Offered } from '../kit/use-undo.ts'
import { notify } from '../ui/notices.tsx'
import { namesOf, type StoreItem } from './list/menu-rows.rules.ts'
import { changeInStores, undoChange, type Outcome, type Wish } from './store-actions.ts'

/** A change that can be taken back for a few seconds. */
export interface Change {
  readonly dish: string
  readonly words: string
  undo(): void
}

export type Done = Offered<Change>

/** Makes changes to dishes, one at a time, and offers the last one to be taken back. */
export function useChanges() {
  const { offered, offer, withdraw } = useUndo<Change>()
  const [busy, setBusy] = useState<readonly StoreItem[]>([])
  const undo = async (changed: readonly StoreItem[], wish: Wish) => {
    withdraw()
    const { refused } = await undoChange(changed, wish)
    for (const { entry, message } of refused)
      notify(`${entry.item.name} em ${entry.store.name} não foi desfeito. ${message}`, 'bad')
  }
  const change = async (entries: readonly StoreItem[], wish: Wish): Promise<Outcome> => {
    setBusy(entries)
    const outcome = await changeInStores(entries, wish)
    setBusy([])
    const { changed } = outcome
    if (changed.length > 0)
      offer({
        dish: changed[0]?.item.name ?? '',
        words: doneWords(changed, wish),
        undo: () => void undo(changed, wish),
      })
    return outcome
  }
  return { done: offered, busy, change }
}
export type Changes = ReturnType<typeof useChanges>

/** `pausado em todos os canais de 6 lojas`, `de volta à venda em Brasa & Cia`. */
function doneWords(changed: readonly StoreItem[], wish: Wish): string {
  const where = changed.length > 2 ? `${changed.length} lojas` : namesOf(changed)
  return wish.kind === 'pause' ? `pausado em todos os canais de ${where}` : `de volta à venda em ${where}`
}
