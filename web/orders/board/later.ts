import { useEffect } from 'react'
import { afterPaint } from '../../browser/after-paint.ts'
import { lazyPart } from '../../screens/stale-chunk.ts'

/** Not the new order: who presses it types at once. */
const load = () => import('./later-parts.ts')

export const BulkBar = lazyPart(async () => ({ BulkBar: (await load()).BulkBar }), 'BulkBar')
export const CancelDialog = lazyPart(
  async () => ({ CancelDialog: (await load()).CancelDialog }),
  'CancelDialog',
)
export const CouriersDialog = lazyPart(
  async () => ({ CouriersDialog: (await load()).CouriersDialog }),
  'CouriersDialog',
)
export const KeysHelp = lazyPart(async () => ({ KeysHelp: (await load()).KeysHelp }), 'KeysHelp')
export const OrderDrawer = lazyPart(async () => ({ OrderDrawer: (await load()).OrderDrawer }), 'OrderDrawer')
export const PaceDialog = lazyPart(async () => ({ PaceDialog: (await load()).PaceDialog }), 'PaceDialog')
export const Wall = lazyPart(() => import('../wall/wall.tsx'), 'Wall')

/** Fetches them once the orders are drawn, so that a press finds them, and a lost network too. */
export function useLaterParts(isDrawn: boolean): void {
  useEffect(() => {
    if (isDrawn)
      void afterPaint()
        .then(load)
        // Fetched again by the press that needs them, which says what is wrong.
        .catch(() => {})
  }, [isDrawn])
}
