import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { readGroupNow } from '../../../contract/groups/group-now.ts'
import type { LiveEvent } from '../../../contract/live/live.ts'
import { queryFor, refresh } from '../../api/query.ts'
import { useLive } from '../../live/live-stream.ts'
import { oncePerBurst } from '../../live/once-per-burst.ts'

/** What waits in the group's stores, kept up to date by the live stream. */
export function useGroupNow(slug: string) {
  useLive(
    useCallback((event: LiveEvent) => {
      if (event.kind === 'order' || event.kind === 'store' || event.kind === 'resync') refreshSoon()
    }, []),
  )
  return useQuery({ ...queryFor(readGroupNow, { params: { slug } }), refetchInterval: 60_000 })
}

const refreshSoon = oncePerBurst(() => void refresh(readGroupNow), 1_000)
