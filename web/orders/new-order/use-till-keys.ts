import { useEffect, useLayoutEffect, useRef } from 'react'

export interface TillKeys {
  readonly repeat: () => void
  readonly search: () => void
  readonly address: () => void
  readonly payment: () => void
  readonly discount: () => void
  readonly send: () => void
}

/** `/` is a letter of these fields; anywhere else it leads to the search. */
const writesSlash = 'textarea, input:not([type=tel], [type=radio], [type=checkbox])'

/** The keys of a till, while no sheet lies over it. */
export function useTillKeys(keys: TillKeys): void {
  const latest = useRef(keys)
  // Before the screen shows what a key may act on: a hand is faster than an effect.
  useLayoutEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (document.querySelectorAll('dialog[open]').length > 1) return
      const act = actionOf(event, latest.current)
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

function actionOf(event: KeyboardEvent, keys: TillKeys): (() => void) | null {
  if (event.altKey) return null
  if (event.ctrlKey || event.metaKey) return event.key === 'Enter' ? keys.send : null
  switch (event.key) {
    case 'F2':
      return keys.repeat
    case 'F4':
      return keys.address
    case 'F8':
      return keys.payment
    case 'F9':
      return keys.discount
    case 'F3':
      return keys.search
    case '/':
      return event.target instanceof Element && event.target.matches(writesSlash) ? null : keys.search
    default:
      return null
  }
}
