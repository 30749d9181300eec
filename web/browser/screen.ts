import { useSyncExternalStore } from 'react'

const phone = matchMedia('(max-width: 767px)')

/** Where the layout is the phone's (the same width as in the style sheets). */
export const useIsPhone = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      phone.addEventListener('change', listener)
      return () => phone.removeEventListener('change', listener)
    },
    () => phone.matches,
  )

/** Where this panel is reached, for what is typed elsewhere. */
export const pageOrigin = (): string => window.location.origin

/** Of the page as it stands, for somebody else to open. */
export const pageAddress = (): string => window.location.href
