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
