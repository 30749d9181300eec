import { everyMarketplace, storefronts } from '../../../../contract/shared/channels.ts'
import type { Store } from '../../../../contract/stores/stores.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { CapacityControl } from './capacity-control.tsx'
import { Stack } from '../../../kit/layout.tsx'

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
        Corrido promete mais tempo; parada não recebe pedidos até a volta, também{' '}
        {everyMarketplace('em', storefronts)}.
      </p>
      {stores.map((store) => (
        <Stack as="section" key={store.id} gap={6} aria-label={store.name}>
          <h3>{store.name}</h3>
          <CapacityControl store={store} />
        </Stack>
      ))}
    </Dialog>
  )
}
