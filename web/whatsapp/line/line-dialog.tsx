import { useStore } from '../../stores/further/use-stores.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LinePart } from './line-part.tsx'
import { OnPaper } from '../sheet.tsx'

/** The line of one store, in a dialog over another screen: what happened, and how to reconnect it. */
export function LineDialog({ storeId, onClose }: { readonly storeId: string; readonly onClose: () => void }) {
  const store = useStore(storeId)
  return (
    <Dialog title={store ? `WhatsApp de ${store.name}` : 'WhatsApp'} onClose={onClose}>
      <OnPaper value>{store ? <LinePart store={store} /> : <Skeleton height={320} />}</OnPaper>
    </Dialog>
  )
}
