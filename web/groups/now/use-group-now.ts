import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { GroupPage } from '../../../contract/groups/groups.ts'
import { readGroupNow } from '../../../contract/groups/group-now.ts'
import type { LiveEvent } from '../../../contract/live/live.ts'
import { queryFor, refresh } from '../../api/query.ts'
import { useLive } from '../../live/live-stream.ts'
import { oncePerBurst } from '../../live/once-per-burst.ts'
import { pageQuery } from '../page-query.ts'

/** What waits in the stores of the page, kept up to date by the live stream. */
export function useGroupNow(slug: string, page: GroupPage) {
  useLive(
    useCallback((event: LiveEvent) => {
      if (event.kind === 'order' || event.kind === 'store' || event.kind === 'resync') refreshSoon()
    }, []),
  )
  const query = pageQuery(page)
  return useQuery({ ...queryFor(readGroupNow, { params: { slug }, query }), refetchInterval: 60_000 })
}

const refreshSoon = oncePerBurst(() => void refresh(readGroupNow), 1_000)
