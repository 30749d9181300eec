import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { readHome } from '../../contract/home/home.ts'
import type { LiveEvent } from '../../contract/live/live.ts'
import { queryFor, refresh } from '../api/query.ts'
import { useLive } from '../live/live-stream.ts'
import { oncePerBurst } from '../live/once-per-burst.ts'

/** The home page of the selected stores, kept up to date by the live stream. Null: not known yet. */
export function useHome(requested: { readonly selection?: string } | null) {
  useLive(
    useCallback((event: LiveEvent) => {
      if (event.kind === 'order' || event.kind === 'store' || event.kind === 'resync') refreshSoon()
    }, []),
  )
  return useQuery({
    ...queryFor(readHome, { query: requested ?? {} }),
    enabled: requested !== null,
    refetchInterval: 60_000,
    // Another selection keeps the page in place until its figures are there.
    placeholderData: (before) => before,
  })
}

const refreshSoon = oncePerBurst(() => void refresh(readHome), 1_000)
