import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import type { LiveEvent } from '../../contract/live/live.ts'
import { readPrintStates, type PrintJobState } from '../../contract/printing/printing.ts'
import { queryFor, refresh } from '../api/query.ts'
import { createStore, useStorePart } from '../kit/create-store.ts'
import { useLive } from '../live/live-stream.ts'
import { concernsPrinting, type PrintStates } from './printing.rules.ts'

/** A silent computer sends no event, so the state is polled. */
const pollEveryMs = 10_000
const togetherMs = 250

const states = createStore<ReadonlyMap<string, PrintJobState>>(new Map())

/** Tickets and printer states of the shown stores. Fetched once for all cards. */
export function usePrintStates(storeIds: readonly string[]): PrintStates | undefined {
  const options = queryFor(readPrintStates, { query: { selection: storeIds.join(',') } })
  const { queryFn } = options
  const query = useQuery({
    ...options,
    enabled: storeIds.length > 0,
    refetchInterval: pollEveryMs,
    queryFn: async (context) => {
      if (typeof queryFn !== 'function') throw new Error('readPrintStates is asked by a function')
      const answer = await queryFn(context)
      states.set(new Map(answer.orders.map((order) => [order.orderId, order.state])))
      return answer
    },
  })
  const waiting = useRef<ReturnType<typeof setTimeout> | null>(null)
  useLive(
    useCallback((event: LiveEvent) => {
      if (!concernsPrinting(event) || waiting.current !== null) return
      waiting.current = setTimeout(() => {
        waiting.current = null
        void refresh(readPrintStates)
      }, togetherMs)
    }, []),
  )
  return query.data
}

export const usePrintState = (orderId: string): PrintJobState | undefined =>
  useStorePart(states, (known) => known.get(orderId))
