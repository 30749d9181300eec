import { useRef, useState } from 'react'
import type { Need } from '../../contract/home/home.ts'
import { useAction } from '../api/use-action.ts'
import { act, type Doable } from './need-actions.ts'

/** The next row comes to the same place: a double tap must not do two things. */
const deafMs = 400
/** What was done leaves the list at once; if it still waits after this time, it did not work. */
const goneMs = 8_000

export type Acting = ReturnType<typeof useActing>

/** Runs the rows' buttons, one at a time; a row that was acted on is left out while the page is read again. */
export function useActing() {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const lastTap = useRef(0)
  const action = useAction(async (need: Doable) => {
    await act(need)
    setGone((before) => new Set([...before, need.key]))
    setTimeout(() => setGone((before) => new Set([...before].filter((key) => key !== need.key))), goneMs)
  })
  return {
    isGone: (need: Need) => gone.has(need.key),
    isBusy: (need: Need) => action.isBusy(need as Doable),
    run: (need: Doable) => {
      if (Date.now() - lastTap.current < deafMs) return
      lastTap.current = Date.now()
      action.run(need)
    },
  }
}
