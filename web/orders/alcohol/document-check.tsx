import { lazy, Suspense } from 'react'
import type { Order } from '../../../contract/orders/orders.ts'

const DocumentDialog = lazy(() => import('./document-dialog.tsx'))

/** Loaded at the first order with alcohol: most stores never need it. */
export function DocumentCheck({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <DocumentDialog order={order} onClose={onClose} />
    </Suspense>
  )
}
