import type { KeyboardEvent } from 'react'

/** In a form that fills the screen Esc leaves the field first; the next one closes. A field's own use of Esc comes before. */
export function leaveField(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, target } = event
  if (key !== 'Escape' || event.defaultPrevented) return
  if (!(target instanceof HTMLElement) || !target.matches(fields)) return
  event.preventDefault()
  target.blur()
}

const fields = 'input:not([type=radio], [type=checkbox]), textarea, select'
