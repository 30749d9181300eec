import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { businessDayOf, timezoneOfSelection } from '../../../contract/shared/day.ts'
import type { LiveEvent } from '../../../contract/live/live.ts'
import type { PeriodFacts } from '../../../contract/reports/period.ts'
import type { Reply, Route, Sent } from '../../../contract/shared/route.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { queryFor, refresh } from '../../api/query.ts'
import { useNow } from '../../browser/clock.ts'
import { useLive } from '../../live/live-stream.ts'

/** A burst of orders causes a single refresh of the report. */
const refreshAfterMs = 2_000
const refreshAnywayMs = 30_000

/**
 * A report's reply, kept while the next one loads. While the period includes a running day, it refreshes as
 * orders arrive. `input` null: the query is not known yet.
 */
export function useReport<T extends Route>(
  route: T,
  input: Sent<T> | null,
  running: (report: Reply<T>) => boolean = isRunning,
) {
  const query = useQuery({
    ...queryFor(route, (input ?? {}) as Sent<T>),
    // Without a query there must be no reply either: the first calls may already hold one for this address.
    ...(input === null ? { enabled: false, initialData: undefined } : {}),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data !== undefined && running(state.data) ? refreshAnywayMs : false,
  })
  useLiveRefresh(route, query.data !== undefined && running(query.data))
  return query
}

function isRunning(report: unknown): boolean {
  return (report as { readonly period?: PeriodFacts }).period?.running === true
}

function useLiveRefresh(route: Route, live: boolean): void {
  const planned = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(planned.current), [])
  useLive(
    useCallback(
      (event: LiveEvent) => {
        if (!live || event.kind === 'hello' || event.kind === 'access') return
        planned.current ??= setTimeout(() => {
          planned.current = undefined
          void refresh(route)
        }, refreshAfterMs)
      },
      [route, live],
    ),
  )
}

/** The running business day of the selection, as the server defines it. */
export function useToday(stores: readonly Store[]): string {
  const now = useNow(60_000)
  const timezone = timezoneOfSelection(stores.map((store) => store.address.timezone))
  const labelled = stores.find((store) => store.address.timezone === timezone)
  // The server's answer, while it is valid: a first visit renders without the browser's time zone data.
  if (!labelled) return dayOfBrasilia(now)
  if (now < new Date(labelled.businessDay.endsAt)) return labelled.businessDay.day
  return businessDayOf(now, timezone, labelled.businessDayStartsAt)
}

/** Until the stores have loaded: UTC−3, day start 04:00. */
const dayOfBrasilia = (now: Date): string =>
  new Date(now.getTime() - (3 + 4) * 3_600_000).toISOString().slice(0, 10)
