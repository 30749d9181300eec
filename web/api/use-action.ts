import { useEffect, useRef, useState } from 'react'
import { notify } from '../ui/notices.tsx'
import { errorSentence } from './api-error.ts'
import { inTurn } from './in-turn.ts'

/**
 * A button's call, with an error notice on failure. Clicks during a running call are queued; where one click
 * makes the others pointless, disable them with `besides`.
 */
export function useAction<T extends {} | null>(action: (what: T) => Promise<void>) {
  const [queue, setQueue] = useState<readonly T[]>([])
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })
  const turns = useRef<((what: T) => void) | null>(null)
  const attempt = async (what: T) => {
    try {
      await latest.current(what)
    } catch (error) {
      notify(errorSentence(error), 'bad')
    }
  }
  return {
    run: (what: T) => (turns.current ??= inTurn(attempt, setQueue))(what),
    /** The most recent unfinished request. */
    busyWith: queue.at(-1) ?? null,
    /** It runs or waits in the queue. */
    isBusy: (what: T): boolean => queue.includes(what),
    /** Disabled reason for the other buttons when only one of them may run. */
    besides: (what: T): string | null =>
      queue.length === 0 || queue.includes(what) ? null : 'Um momento: o outro pedido ainda corre.',
  }
}
