import { everyMarketplace } from '../../../contract/shared/channels.ts'
import type { Store } from '../../../contract/stores/stores.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CapacityControl } from './capacity-control.tsx'
import styles from './capacity-control.module.css'

/** The pace of each shown store, set next to the orders. */
export function PaceDialog({
  stores,
  onClose,
}: {
  readonly stores: readonly Store[]
  readonly onClose: () => void
}) {
  return (
    <Dialog title="Movimento das lojas" onClose={onClose} side>
      <p>
        Corrido promete mais tempo; pausado não recebe pedidos até a volta, também {everyMarketplace('em')}.
      </p>
      {stores.map((store) => (
        <section key={store.id} className={styles.store} aria-label={store.name}>
          <h3>{store.name}</h3>
          <CapacityControl store={store} />
        </section>
      ))}
    </Dialog>
  )
}
