import { lazyFramed } from '../screens/stale-chunk.ts'
import type { SettingsTab } from '../screens/settings-tab.ts'

/** Public exports of this folder. */
export { OrderPrints } from './order-prints.tsx'
export { PrintBadge } from './print-badge.tsx'
export { printNow } from './print-actions.ts'
export { usePrinterWatch } from './printer-watch.tsx'

export const printingTab: SettingsTab = {
  id: 'printing',
  area: 'printing',
  label: 'Impressoras',
  icon: 'print',
  scope: 'store',
  minimumRole: 'manager',
  modules: ['printing'],
  Page: lazyFramed(() => import('./printing-tab.tsx'), 'PrintingTab'),
}
