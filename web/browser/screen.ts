import { useSyncExternalStore } from 'react'

export { useIsPhone } from '../ui/phone.ts'

const phone = matchMedia('(max-width: 767px)')

/** The same, at this moment. */
export const isPhoneNow = (): boolean => phone.matches

const narrow = matchMedia('(max-width: 1179px)')

/** Whether the board's columns scroll sideways. */
export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      narrow.addEventListener('change', listener)
      return () => narrow.removeEventListener('change', listener)
    },
    () => narrow.matches,
  )

/** The panel's origin, for addresses that are entered elsewhere. */
export const pageOrigin = (): string => window.location.origin

/** The current address, for sharing. */
export const pageAddress = (): string => window.location.href
