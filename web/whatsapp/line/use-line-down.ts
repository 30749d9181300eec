import { useQuery } from '@tanstack/react-query'
import { readStoresNow } from '../../../contract/stores/stores.ts'
import { queryFor } from '../../api/query.ts'

/** Nothing leaves or arrives at this store until a person mends its line. */
export function useLineDown(storeId: string): boolean {
  const { data } = useQuery(queryFor(readStoresNow, { query: {} }))
  return data?.stores.find((store) => store.storeId === storeId)?.whatsapp?.trouble === 'down'
}
