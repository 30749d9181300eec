import { useId, useRef, useState, type ReactNode } from 'react'
import buttonStyles from './button.module.css'
import { Icon, type IconName } from './icon.tsx'
import { PopoverPanel } from './popover-panel.tsx'
import styles from './popover.module.css'

/**
 * A button and the panel it opens below it (on the phone: from the bottom of the screen). Esc and a tap
 * outside close it, and focus returns. The content is mounted only while open.
 */
export function Popover({
  label,
  icon,
  text,
  className = '',
  busy = false,
  children,
}: {
  /** Accessible name of the button and the panel. */
  readonly label: string
  readonly icon?: IconName
  /** The button's text; without it the icon is shown alone. */
  readonly text?: ReactNode
  readonly className?: string
  readonly busy?: boolean
  readonly children: (close: () => void) => ReactNode
}) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`${buttonStyles.button} ${text === undefined ? buttonStyles.icon : ''} ${className}`}
        popoverTarget={id}
        aria-label={text === undefined ? label : undefined}
        aria-expanded={open}
        title={label}
      >
        {busy ? (
          <span className={buttonStyles.spin} aria-hidden="true" />
        ) : icon ? (
          <Icon name={icon} />
        ) : null}
        {text}
      </button>
      <PopoverPanel
        id={id}
        label={label}
        className={styles.panel}
        button={button}
        open={open}
        onOpenChange={setOpen}
      >
        {children}
      </PopoverPanel>
    </>
  )
}
