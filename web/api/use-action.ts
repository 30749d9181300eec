import { useEffect, useRef, useState } from 'react'
import { notify } from '../ui/notices.tsx'
import { errorSentence } from './api-error.ts'
import { inTurn } from './in-turn.ts'

/**
 * A button's call, with an error notice on failure. Clicks during a running call are queued; where one click
 * makes the others pointless, disable them with `besides`.
 */
export function useAction<T extends {} | null>(action: (item: T) => Promise<void>) {
  const [queue, setQueue] = useState<readonly T[]>([])
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })
  const turns = useRef<((item: T) => void) | null>(null)
  const attempt = async (item: T) => {
    try {
      await latest.current(item)
    } catch (error) {
      notify(errorSentence(error), 'bad')
    }
  }
  return {
    run: (item: T) => (turns.current ??= inTurn(attempt, setQueue))(item),
    /** The most recent unfinished request. */
    busyWith: queue.at(-1) ?? null,
    /** It runs or waits in the queue. */
    isBusy: (item: T): boolean => queue.includes(item),
    /** Disabled reason for the other buttons when only one of them may run. */
    besides: (item: T): string | null =>
      queue.length === 0 || queue.includes(item) ? null : 'Um momento: o outro pedido ainda corre.',
  }
}
