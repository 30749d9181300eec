import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { Need } from '../../contract/home/home.ts'
import { choose } from '../stores/selection.ts'
import { StoreChannelsPart } from '../stores/stores.ts'
import { allGroups } from '../browser/storage.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './needs-list.module.css'

interface Opened<Kind extends Need['kind']> {
  readonly need: Extract<Need, { kind: Kind }>
  readonly onClose: () => void
}

/** Why a channel does not sell as it should, with the button that mends it. */
export function ChannelCause({
  need,
  storeName,
  timezone,
  onClose,
}: Opened<'channel'> & { readonly storeName: string; readonly timezone: string }) {
  return (
    <Dialog title={storeName} onClose={onClose}>
      <Suspense fallback={<Skeleton height={108} />}>
        <StoreChannelsPart storeId={need.storeId} timezone={timezone} />
      </Suspense>
      <p>
        <Link
          className={styles.onward}
          to="/menu/orders"
          onClick={() => choose({ groupId: allGroups, storeId: need.storeId })}
        >
          Ver os pedidos da loja
        </Link>
      </p>
    </Dialog>
  )
}
