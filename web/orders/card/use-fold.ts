import { useLayoutEffect, useRef, useState, type FocusEvent, type MouseEvent, type PointerEvent } from 'react'

/** How long the mouse rests on a folded ticket before it opens, so that a button does not move away under it. */
const restMs = 450

/** A folded ticket opens while the mouse rests on it or the keyboard is in it, and by a tap beside its button. */
export function useFold() {
  const [open, setOpen] = useState(false)
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const focusedStep = useRef<HTMLElement | null>(null)
  // An open ticket has another button for the same step.
  useLayoutEffect(() => {
    const ticket = focusedStep.current
    focusedStep.current = null
    if (open) ticket?.querySelector<HTMLElement>('[data-step]')?.focus({ preventScroll: true })
  }, [open])
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
      onFocus: (event: FocusEvent) => {
        if (open || !event.target.matches(':focus-visible')) return
        focusedStep.current = event.target.matches('[data-step]')
          ? (event.currentTarget as HTMLElement)
          : null
        setOpen(true)
      },
      onBlur: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      },
    },
  }
}

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button, input, a') !== null
