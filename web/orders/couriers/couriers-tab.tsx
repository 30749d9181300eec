import type { StoreSectionProps } from '../../screens/settings-tab.ts'
import styles from './couriers-dialog.module.css'
import { Couriers } from './couriers.tsx'

/** The couriers of a store among its settings, as the orders screen shows them. */
export function CouriersTab({ store }: StoreSectionProps) {
  return (
    <div className={styles.page}>
      <Couriers store={store} />
    </div>
  )
}
