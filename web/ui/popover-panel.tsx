import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'

/**
 * The panel that a button with `popoverTarget={id}` opens: placed below it, closed by Esc and by a tap outside. Its
 * content is mounted only while open, and its first field has the focus.
 */
export function PopoverPanel({
  id,
  label,
  className,
  button,
  open,
  onOpenChange,
  children,
}: {
  readonly id: string
  /** Accessible name. */
  readonly label: string
  readonly className: string | undefined
  readonly button: RefObject<HTMLElement | null>
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly children: (close: () => void) => ReactNode
}) {
  const panel = useRef<HTMLDivElement>(null)
  // The content may change its size while it is open.
  useLayoutEffect(() => {
    const box = panel.current
    if (!open || !box) return
    const place = () => button.current && placeBelow(box, button.current)
    place()
    const observer = new ResizeObserver(place)
    observer.observe(box)
    return () => observer.disconnect()
  }, [open, button])
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
        if (button.current) placeBelow(event.currentTarget, button.current)
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
