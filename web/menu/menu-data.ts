import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { LiveEvent } from '../../contract/live/live.ts'
import { readMyMenu } from '../../contract/menu/menu.ts'
import { queryFor, refresh } from '../api/query.ts'
import { useLive } from '../live/live-stream.ts'

/** The store's menu, refreshed when anyone changes it. */
export function useMenu(storeId: string) {
  useLive(
    useCallback(
      (event: LiveEvent) => {
        const changed = event.kind === 'store' && event.storeId === storeId && event.topic === 'menu'
        if (changed || event.kind === 'resync') void refresh(readMyMenu)
      },
      [storeId],
    ),
  )
  return useQuery({ ...queryFor(readMyMenu, {}, { storeId }), staleTime: 30_000 })
}
