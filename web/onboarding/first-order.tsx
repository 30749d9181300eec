import { FirstOrderPaper, type NewStore } from './first-order-paper.tsx'
import { useNews } from './usage-data.ts'

/** Watches a new store for its first real order. */
export function FirstOrder({ store }: { readonly store: NewStore }) {
  const { firstOrder, dismiss } = useNews(store.id)
  return firstOrder ? <FirstOrderPaper store={store} order={firstOrder} onClose={dismiss} /> : null
}
