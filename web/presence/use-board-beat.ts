import { useCallback, useEffect, useRef } from 'react'
import { beatBoard, boardBeatMs } from '../../contract/presence/presence.ts'
import { ApiError } from '../api/api-error.ts'
import { ask } from '../api/ask.ts'
import { mayPlay, useSoundState } from '../browser/sounds.ts'
import { useSignedIn } from '../identity/session.ts'
import { useLivePulse } from '../live/live-stream.ts'

interface Said {
  readonly at: number
  readonly sound: boolean
  readonly selection: string
}

/**
 * Says that this orders screen is live and whether a new order would ring: at once when that changes, and as long as the
 * live stream lives. What the network lost is said again with the next pulse. Support says nothing: it cooks no order.
 * `selection`: the stores on screen; undefined: no orders are shown.
 */
export function useBoardBeat(selection: string | undefined): void {
  const said = useRef<Said | null>(null)
  const busy = useRef(false)
  const isSupport = useSignedIn().support !== null
  const beat = useCallback(() => {
    if (selection === undefined || isSupport || busy.current) return
    const now: Said = { at: Date.now(), sound: mayPlay('new'), selection }
    if (!isNews(said.current, now)) return
    busy.current = true
    void ask(beatBoard, { query: { selection }, body: { sound: now.sound } })
      .then(
        () => true,
        // The server answered: the same again would be refused again.
        (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500,
      )
      .then((isAnswered) => {
        if (isAnswered) said.current = now
        busy.current = false
      })
  }, [selection, isSupport])
  useLivePulse(beat)
  const sound = useSoundState()
  useEffect(beat, [beat, sound])
}

/** Its sound may change with each touch: the screen around it is not drawn again for that. */
export function BoardBeat({ selection }: { readonly selection: string | undefined }): null {
  useBoardBeat(selection)
  return null
}

const isNews = (said: Said | null, now: Said): boolean =>
  said === null ||
  said.sound !== now.sound ||
  said.selection !== now.selection ||
  now.at - said.at >= boardBeatMs
