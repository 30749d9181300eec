import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import {
  judgeAlert,
  readAlerts,
  snoozeAlerts,
  trustAlerts,
  type Alert,
  type AlertRule,
} from '../../contract/alerts/alerts.ts'
import type { LiveEvent } from '../../contract/live/live.ts'
import { noticeOfTopic } from '../../contract/notifications/notice-topic.ts'
import { ask } from '../api/ask.ts'
import { queryFor, refresh } from '../api/query.ts'
import { useLive } from '../live/live-stream.ts'
import { oncePerBurst } from '../live/once-per-burst.ts'

/** `selection`: store ids, comma-separated. */
export function useAlerts(selection: string) {
  useLive(
    useCallback((event: LiveEvent) => {
      const isAlert = event.kind === 'store' && noticeOfTopic(event.topic)?.event === 'unusual-shift'
      if (isAlert || event.kind === 'resync') refreshSoon()
    }, []),
  )
  return useQuery({
    ...queryFor(readAlerts, { query: { selection } }, { afterPaint: true }),
    refetchInterval: 60_000,
  })
}

const refreshSoon = oncePerBurst(() => void refresh(readAlerts), 1_000)

const thenRefresh = async (call: Promise<unknown>): Promise<void> => {
  try {
    await call
  } finally {
    await refresh(readAlerts)
  }
}

export const judge = (storeId: string, { id }: Alert, right: boolean): Promise<void> =>
  thenRefresh(ask(judgeAlert, { params: { id }, body: { right } }, { storeId }))

/** Null: from now on it speaks again. */
export const snooze = (
  storeId: string,
  { kind, version }: AlertRule,
  minutes: 30 | 60 | 180 | null,
): Promise<void> => thenRefresh(ask(snoozeAlerts, { body: { kind, version, minutes } }, { storeId }))

export const trust = (storeId: string, { kind, version }: AlertRule): Promise<void> =>
  thenRefresh(ask(trustAlerts, { body: { kind, version } }, { storeId }))
