import { useSyncExternalStore } from 'react'
import { lastWidths } from './last-widths.ts'

const phone = upTo('phone')

/** For what a style sheet cannot say: another element is drawn, not another look. */
export const useIsPhone = (): boolean => useMatch(phone)

/** At this moment. */
export const isPhoneNow = (): boolean => phone.matches

/** While the screen is at most as wide as the last width of this layout. */
export function upTo(layout: keyof typeof lastWidths): MediaQueryList {
  return matchMedia(`(max-width: ${lastWidths[layout]}px)`)
}

export const useMatch = (list: MediaQueryList): boolean =>
  useSyncExternalStore(
    (listener) => {
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => list.matches,
  )
