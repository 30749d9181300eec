import { useHome } from './home-data.ts'
import { SoldToday } from './sold-today.tsx'

/** What one of the person's stores sold today, by a read of its own. */
export const SoldSoFar = ({ storeId }: { readonly storeId: string }) => (
  <SoldToday today={useHome(allStores).data?.today ?? null} storeId={storeId} />
)

const allStores = {}
