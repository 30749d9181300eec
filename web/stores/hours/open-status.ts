import { useQuery } from '@tanstack/react-query'
import { readOpenStatus, type OpenStatus } from '../../../contract/stores/stores.ts'
import { queryFor } from '../../api/query.ts'

/** Null while it is unknown: the call gives nothing on failure. */
export function useOpenStatus(storeId: string): OpenStatus | null {
  const { data } = useQuery({
    ...queryFor(readOpenStatus, { params: { storeId } }),
    refetchInterval: 60_000,
  })
  return data ?? null
}
