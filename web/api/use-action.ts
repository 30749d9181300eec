import { useEffect, useRef, useState } from 'react'
import { notify } from '../ui/notices.tsx'
import { errorSentence } from './api-error.ts'
import { inTurn } from './in-turn.ts'

/**
 * A button's call, with a notice in words when it fails. What is clicked while another runs is done
 * right after it; where one click leaves nothing to do for the others, their buttons say so (`besides`).
 */
export function useAction<T extends {} | null>(action: (what: T) => Promise<void>) {
  const [asked, setAsked] = useState<readonly T[]>([])
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
    run: (what: T) => (turns.current ??= inTurn(attempt, setAsked))(what),
    /** The last that was asked for and is not done. */
    busyWith: asked.at(-1) ?? null,
    /** It runs or waits for its turn. */
    isBusy: (what: T): boolean => asked.includes(what),
    /** For the buttons beside the one that was clicked, of which only one may be. */
    besides: (what: T): string | null =>
      asked.length === 0 || asked.includes(what) ? null : 'Um momento: o outro pedido ainda corre.',
  }
}
