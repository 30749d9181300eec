import { useQuery } from '@tanstack/react-query'
import { readStoresNow } from '../../../contract/stores/stores.ts'
import { queryFor } from '../../api/query.ts'

/** This store can neither send nor receive messages until a person reconnects its line. */
export function useLineDown(storeId: string): boolean {
  const { data } = useQuery(queryFor(readStoresNow, { query: {} }))
  return data?.stores.find((store) => store.storeId === storeId)?.whatsapp?.trouble === 'down'
}
