import { useQuery } from '@tanstack/react-query'
import { readMyStores } from '../../../contract/stores/stores.ts'
import { queryFor } from '../../api/query.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LinePart } from './line-part.tsx'
import { OnPaper } from '../sheet.tsx'

/** The line of one store, in a dialog over another screen: what happened, and how to reconnect it. */
export function LineDialog({ storeId, onClose }: { readonly storeId: string; readonly onClose: () => void }) {
  const { data } = useQuery({ ...queryFor(readMyStores, {}), staleTime: 60_000 })
  const store = data?.stores.find(({ id }) => id === storeId)
  return (
    <Dialog title={store ? `WhatsApp de ${store.name}` : 'WhatsApp'} onClose={onClose}>
      <OnPaper value>{store ? <LinePart store={store} /> : <Skeleton height={320} />}</OnPaper>
    </Dialog>
  )
}
