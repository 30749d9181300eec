import { afterPress } from '../../browser/after-press.ts'
import { useRef, useState, type FocusEvent, type MouseEvent, type PointerEvent } from 'react'

/** How long the mouse rests on a folded ticket before it opens, so that a button does not move away under it. */
const restMs = 450

/** A folded ticket opens while the mouse rests on it or the keyboard is in it past its step, and by a tap beside its button. */
export function useFold() {
  const [open, setOpen] = useState(false)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => clearTimeout(resting.current)
  return {
    open,
    handlers: {
      onPointerMove: (event: PointerEvent) => {
        stop()
        if (event.pointerType !== 'mouse' || isControl(event.target)) return
        resting.current = setTimeout(() => setOpen(true), restMs)
      },
      onPointerLeave: (event: PointerEvent) => {
        stop()
        if (event.pointerType === 'mouse' && !event.currentTarget.contains(document.activeElement))
          setOpen(false)
      },
      onClick: (event: MouseEvent) => {
        if (!isControl(event.target)) setOpen(true)
      },
      // Not at its step, which the open ticket draws elsewhere: the focus would be lost, and the board would jump.
      onFocus: ({ target }: FocusEvent) => {
        if (target.matches(':focus-visible') && !target.matches('[data-step]')) setOpen(true)
      },
      // By a press on another ticket, which must not move away under it.
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) afterPress(() => setOpen(false))
      },
    },
  }
}

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button, input, a') !== null
