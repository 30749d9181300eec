import { useLocation } from '@tanstack/react-router'
import { useEffect, type RefObject } from 'react'

/**
 * Scrolls to what the address names behind `#` and moves the focus there, as soon as the page has it: its content
 * comes from the server. A person who scrolls or types before that stays where they are.
 */
export function usePlaceOfAddress(page: RefObject<HTMLElement | null>): void {
  const { hash, state } = useLocation()
  // The same link pressed again leads there again.
  const visit = state.__TSR_key
  useEffect(() => {
    const within = page.current
    if (hash === '' || !within) return undefined
    const arrive = (): boolean => {
      const place = document.getElementById(hash)
      if (!place || !within.contains(place)) return false
      place.tabIndex = -1
      place.focus({ preventScroll: true })
      // Not shown yet: what is above it is still loading.
      if (document.activeElement !== place) return false
      place.scrollIntoView({ block: 'start' })
      return true
    }
    if (arrive()) return undefined
    const watch = new MutationObserver(() => {
      if (arrive()) stop()
    })
    const stop = () => {
      watch.disconnect()
      for (const kind of actions) window.removeEventListener(kind, stop, { capture: true })
    }
    // Before the key that led here reaches the window on its way up: it is no act of its own.
    for (const kind of actions) window.addEventListener(kind, stop, { passive: true, capture: true })
    watch.observe(within, { childList: true, subtree: true, attributes: true, attributeFilter: ['id'] })
    return stop
  }, [page, hash, visit])
}

const actions = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
