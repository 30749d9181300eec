import { useCallback } from 'react'
import type { LiveEvent } from '../../contract/live/live.ts'
import {
  readDeliveryModifiers,
  readModifierRuns,
  readMyDeliveryModifiers,
} from '../../contract/delivery/modifiers.ts'
import { readRecentAddresses } from '../../contract/delivery/quote.ts'
import { readDeliveryConfig } from '../../contract/delivery/zones.ts'
import { refresh } from '../api/query.ts'
import { useLive } from '../live/live-stream.ts'

/** Whatever shows fees and what changes them. */
export async function refreshDelivery(): Promise<void> {
  await Promise.all(
    [
      readRecentAddresses,
      readDeliveryConfig,
      readMyDeliveryModifiers,
      readDeliveryModifiers,
      readModifierRuns,
    ].map(refresh),
  )
}

/** Follows what other people change in this store. */
export function useDeliveryEvents(storeId: string): void {
  useLive(
    useCallback(
      (event: LiveEvent) => {
        const concerns = event.kind === 'store' && event.storeId === storeId && event.topic === 'delivery'
        if (concerns || event.kind === 'resync') void refreshDelivery()
      },
      [storeId],
    ),
  )
}
