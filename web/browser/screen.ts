import { useSyncExternalStore } from 'react'

const phone = matchMedia('(max-width: 767px)')

/** Whether the phone layout applies (same width as in the style sheets). */
export const useIsPhone = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      phone.addEventListener('change', listener)
      return () => phone.removeEventListener('change', listener)
    },
    () => phone.matches,
  )

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
