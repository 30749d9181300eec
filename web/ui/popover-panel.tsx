import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'

/**
 * The panel that a button with `popoverTarget={id}` opens: placed beside it, closed by Esc and by a tap outside. Its
 * content is mounted only while open, and its first field has the focus.
 */
export function PopoverPanel({
  id,
  label,
  className,
  button,
  place = placeBelow,
  open,
  onOpenChange,
  children,
}: {
  readonly id: string
  /** Accessible name. */
  readonly label: string
  readonly className: string | undefined
  readonly button: RefObject<HTMLElement | null>
  /** Sets `--left` and `--top` of the panel in px; otherwise it is below the button. */
  readonly place?: (panel: HTMLElement, button: HTMLElement) => void
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly children: (close: () => void) => ReactNode
}) {
  const panel = useRef<HTMLDivElement>(null)
  // The content may change its size while it is open.
  useLayoutEffect(() => {
    const box = panel.current
    if (!open || !box) return
    const placed = () => button.current && place(box, button.current)
    placed()
    const observer = new ResizeObserver(placed)
    observer.observe(box)
    return () => observer.disconnect()
  }, [open, button, place])
  return (
    <div
      ref={panel}
      popover="auto"
      id={id}
      role="dialog"
      aria-label={label}
      className={className}
      onBeforeToggle={(event) => {
        if (event.newState === 'open') onOpenChange(true)
      }}
      onToggle={(event) => {
        const shown = event.newState === 'open'
        onOpenChange(shown)
        if (!shown) return
        if (button.current) place(event.currentTarget, button.current)
        focusFirst(event.currentTarget)
      }}
    >
      {open ? children(() => document.getElementById(id)?.hidePopover()) : null}
    </div>
  )
}

const edge = 8

/** Below the button, inside the screen; the phone's style sheet overrides it. */
function placeBelow(panel: HTMLElement, button: HTMLElement): void {
  const at = button.getBoundingClientRect()
  const left = Math.min(at.left, window.innerWidth - panel.offsetWidth - edge)
  const below = at.bottom + 6
  const fits = below + panel.offsetHeight <= window.innerHeight - edge
  panel.style.setProperty('--left', `${Math.max(edge, left)}px`)
  panel.style.setProperty(
    '--top',
    `${fits ? below : Math.max(edge, window.innerHeight - panel.offsetHeight - edge)}px`,
  )
}

function focusFirst(box: HTMLElement): void {
  // The last of them: the calendar before the list of presets.
  const first =
    [...box.querySelectorAll<HTMLElement>('[data-first]')].at(-1) ??
    box.querySelector<HTMLElement>('button, input, select, a')
  first?.focus()
}
