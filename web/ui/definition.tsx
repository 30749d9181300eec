import { useId, useState, type ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './pieces.module.css'

/** The definition of a figure, one tap away. */
export function Definition({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.define} popoverTarget={id} aria-label={`O que é ${label}`}>
        <Icon name="info" size={16} />
      </button>
      <div
        popover="auto"
        id={id}
        className={styles.definition}
        role="note"
        onBeforeToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open ? (
          <>
            <b>{label}</b>
            {children}
          </>
        ) : null}
      </div>
    </>
  )
}
