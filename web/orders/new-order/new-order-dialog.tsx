import { useState } from 'react'
import type { Store } from '../../../contract/stores/stores.ts'
import { useSignedIn } from '../../identity/session.ts'
import { emptyDraft } from './empty-draft.rules.ts'
import { keptDraft, type KeptDraft } from './kept-draft.ts'
import { Till } from './till.tsx'

/** Takes an order by phone or at the counter. */
export function NewOrderDialog({
  stores,
  phone,
  onClose,
}: {
  readonly stores: readonly Store[]
  /** Typed before the till was here; empty: nothing. */
  readonly phone: string
  readonly onClose: () => void
}) {
  const { uid } = useSignedIn()
  const [kept] = useState(
    () =>
      keptDraft(
        uid,
        stores.map(({ id }) => id),
      ) ?? begunDraft(uid, stores[0], phone),
  )
  const [storeId, setStoreId] = useState(kept?.storeId ?? stores[0]?.id)
  const store = stores.find(({ id }) => id === storeId) ?? stores[0]
  return store ? <Till {...{ uid, stores, store, kept, onClose }} onStore={setStoreId} /> : null
}

const begunDraft = (uid: string, store: Store | undefined, phone: string): KeptDraft | null =>
  store && phone !== ''
    ? { uid, storeId: store.id, draft: emptyDraft(store, { phone }), key: crypto.randomUUID() }
    : null
