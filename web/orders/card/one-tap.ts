import type { MouseEvent } from 'react'
import { isPhoneNow } from '../../kit/breakpoints.ts'

/** The next order's button comes to the same place: for this long a second tap is the same tap. */
const deafMs = 400
/** On a wide screen only near the same spot: two buttons far apart are two decisions. */
const nearPx = 56

let last = { at: 0, x: 0, y: 0 }

/** Whether this tap is meant; a double tap must not act on two orders. The keyboard is never doubled by a thumb. */
export function isMeant(event: MouseEvent): boolean {
  if (event.detail === 0) return true
  const tap = { at: Date.now(), x: event.clientX, y: event.clientY }
  const near = isPhoneNow() || Math.hypot(tap.x - last.x, tap.y - last.y) <= nearPx
  if (near && tap.at - last.at < deafMs) return false
  last = tap
  return true
}
