import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import buttonStyles from './button.module.css'
import { Icon, type IconName } from './icon.tsx'
import styles from './popover.module.css'

/**
 * A button and the panel it opens below it (on the phone: from the bottom of the screen). Esc and a tap
 * outside close it, and focus returns. The content is mounted only while open.
 */
export function Popover({
  label,
  icon,
  words,
  className = '',
  busy = false,
  children,
}: {
  /** Accessible name of the button and the panel. */
  readonly label: string
  readonly icon?: IconName
  /** The button's text; without it the icon is shown alone. */
  readonly words?: ReactNode
  readonly className?: string
  readonly busy?: boolean
  readonly children: (close: () => void) => ReactNode
}) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (open && panel.current && button.current) placeBelow(panel.current, button.current)
  }, [open])
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`${buttonStyles.button} ${words === undefined ? buttonStyles.icon : ''} ${className}`}
        popoverTarget={id}
        aria-label={words === undefined ? label : undefined}
        aria-expanded={open}
        title={label}
      >
        {busy ? (
          <span className={buttonStyles.spin} aria-hidden="true" />
        ) : icon ? (
          <Icon name={icon} />
        ) : null}
        {words}
      </button>
      <div
        ref={panel}
        popover="auto"
        id={id}
        role="dialog"
        aria-label={label}
        className={styles.panel}
        onBeforeToggle={(event) => {
          if (event.newState === 'open') setOpen(true)
        }}
        onToggle={(event) => {
          const shown = event.newState === 'open'
          setOpen(shown)
          if (!shown) return
          const box = event.currentTarget
          if (button.current) placeBelow(box, button.current)
          const first =
            box.querySelector<HTMLElement>('[data-first]') ??
            box.querySelector<HTMLElement>('button, input, select')
          first?.focus()
        }}
      >
        {open ? children(() => document.getElementById(id)?.hidePopover()) : null}
      </div>
    </>
  )
}

const edge = 8

/** Below the button, inside the screen; the phone's style sheet overrides it. */
export function placeBelow(panel: HTMLElement, button: HTMLElement): void {
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
