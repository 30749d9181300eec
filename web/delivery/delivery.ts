import { lazyPart } from '../shell/stale-chunk.ts'
import type { SettingsTab } from '../shell/settings-tab.ts'

/** Public exports of this folder. */
export const deliveryTab: SettingsTab = {
  id: 'entrega',
  label: 'Entrega',
  icon: 'bike',
  scope: 'store',
  minimumRole: 'manager',
  Page: lazyPart(() => import('./delivery-tab.tsx'), 'DeliveryTab'),
}
