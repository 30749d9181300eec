import { useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { LeaveDemoSteps } from './leave-demo-steps.tsx'
import styles from './demo-people.module.css'

/** In the banner of a demo. */
export function LeaveDemo() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.leave} onClick={() => setOpen(true)}>
        Sair da demonstração
      </button>
      {open ? (
        <Dialog title="Sair da demonstração" onClose={() => setOpen(false)}>
          <LeaveDemoSteps />
        </Dialog>
      ) : null}
    </>
  )
}
