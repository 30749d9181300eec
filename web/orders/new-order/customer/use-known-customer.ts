import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { findKnownCustomer, type KnownCustomer } from '../../../../contract/orders/known-customer.ts'
import { ask } from '../../../api/ask.ts'
import { queryClient } from '../../../api/query.ts'

const name = 'known-customer'

/** An order was placed: the last one of its customer is another now. */
export const forgetKnownCustomers = (): void => queryClient.removeQueries({ queryKey: [name] })

/** The answer may still change the order: its way, its name and its address. Without a network nothing is asked. */
export const isLookedUp = (storeId: string, phone: string | null): boolean =>
  phone !== null && queryClient.isFetching({ queryKey: [name, storeId, phone] }) > 0

/**
 * Who calls, once the telephone is whole; null: nobody that the store knows. Each answer is a row of the audit, so it is
 * asked once for a number.
 */
export function useKnownCustomer(
  storeId: string,
  /** In E.164; null: not whole yet. */
  phone: string | null,
  onChange: (customer: KnownCustomer | null) => void,
): KnownCustomer | null {
  const query = useQuery({
    queryKey: [name, storeId, phone],
    queryFn: () => ask(findKnownCustomer, { body: { phone: phone ?? '' } }, { storeId }),
    enabled: phone !== null,
    staleTime: 300_000,
    retry: false,
  })
  const customer = phone === null ? null : (query.data?.customer ?? null)
  const change = useRef(onChange)
  useEffect(() => {
    change.current = onChange
  })
  useEffect(() => change.current(customer), [customer])
  return customer
}
