/** Public exports of this folder. */
import { lazyFramed, lazyPart } from '../screens/stale-chunk.ts'
import type { SettingsTab } from '../screens/settings-tab.ts'

/** On the board's menu, loaded when it opens. */
export const RainLines = lazyPart(() => import('./modifiers/rain-lines.tsx'), 'RainLines')

/** Beside an order, loaded when it opens. */
export const PointDialog = lazyPart(() => import('./quote/point-dialog.tsx'), 'PointDialog')

export const deliveryTab: SettingsTab = {
  id: 'entrega',
  label: 'Áreas e taxas',
  icon: 'bike',
  scope: 'store',
  minimumRole: 'manager',
  modules: ['delivery'],
  Page: lazyFramed(() => import('./delivery-tab.tsx'), 'DeliveryTab'),
}
