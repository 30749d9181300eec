import { useEffect } from 'react'
import type { NoticeEvent } from '../../contract/notifications/choices.ts'
import { isQuiet } from '../../contract/notifications/quiet-hours.ts'
import { playOnly, type Sound } from '../browser/sounds.ts'
import { useNoticeChoices } from './choices-data.ts'

const eventOf: Readonly<Record<Sound, NoticeEvent>> = {
  new: 'not-accepted',
  due: 'preparation-due',
  late: 'late',
  cancelled: 'cancelled',
}

/** The orders screen plays only what the person wants to hear, by the clock of its stores. */
export function useChosenSounds(timezone: string): void {
  const { data } = useNoticeChoices()
  useEffect(() => {
    if (!data) return
    playOnly((sound) => {
      const event = eventOf[sound]
      // A new order is critical: it rings in quiet hours too.
      return (
        data.choices[event].includes('sound') &&
        (sound === 'new' || !isQuiet(data.quiet, timezone, new Date()))
      )
    })
    return () => playOnly(() => true)
  }, [data, timezone])
}
