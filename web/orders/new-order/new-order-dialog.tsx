import { useState } from 'react'
import type { Store } from '../../../contract/stores/stores.ts'
import { useSignedIn } from '../../identity/session.ts'
import { keptDraft } from './kept-draft.ts'
import { Till } from './till.tsx'

/** Takes an order by phone or at the counter. */
export function NewOrderDialog({
  stores,
  onClose,
}: {
  readonly stores: readonly Store[]
  readonly onClose: () => void
}) {
  const { uid } = useSignedIn()
  const [kept] = useState(() =>
    keptDraft(
      uid,
      stores.map(({ id }) => id),
    ),
  )
  const [storeId, setStoreId] = useState(kept?.storeId ?? stores[0]?.id)
  const store = stores.find(({ id }) => id === storeId) ?? stores[0]
  return store ? <Till {...{ uid, stores, store, kept, onClose }} onStore={setStoreId} /> : null
}
