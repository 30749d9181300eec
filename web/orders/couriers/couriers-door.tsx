import { useState } from 'react'
import type { Store } from '../../../contract/stores/stores.ts'
import { Hidden } from '../../ui/hidden.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CouriersDialog } from '../board/later.ts'
import styles from './couriers-dialog.module.css'

interface DoorProps {
  readonly stores: readonly Store[]
  /** What it says of the couriers now, as `2 na rua`; empty: only their name. */
  readonly fact?: string
}

/** Opens the couriers from where the orders on the road are. */
export function CouriersDoor({ stores, fact = '' }: DoorProps) {
  const [open, setOpen] = useState(false)
  if (stores.length === 0) return null
  return (
    <>
      <button type="button" className={styles.door} onClick={() => setOpen(true)}>
        <Icon name="bike" size={18} />
        {fact ? (
          <>
            <Hidden>Entregadores: </Hidden>
            {fact}
          </>
        ) : (
          'Entregadores'
        )}
      </button>
      {open ? <CouriersDialog stores={stores} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
