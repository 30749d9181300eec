import type { Store } from '../../../contract/stores/stores.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { StoreField, useStoreChoice } from '../store-field.tsx'
import { Couriers } from './couriers.tsx'

/** The store's couriers today: who is on shift and free, their current orders, and cash to settle. */
export function CouriersDialog({
  stores,
  onClose,
}: {
  readonly stores: readonly Store[]
  readonly onClose: () => void
}) {
  const [store, setStoreId] = useStoreChoice(stores)
  if (!store) return null
  return (
    <Dialog title="Entregadores" onClose={onClose} side>
      <StoreField stores={stores} store={store} onChange={setStoreId} />
      <Couriers key={store.id} store={store} />
    </Dialog>
  )
}
