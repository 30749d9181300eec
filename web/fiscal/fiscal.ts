import type { SettingsTab } from '../screens/settings-tab.ts'
import { lazyFramed } from '../screens/stale-chunk.ts'

/** Public exports of this folder. */
export { monthsBefore, monthWords } from './months.rules.ts'
export const accountantTab: SettingsTab = {
  id: 'contador',
  label: 'Para o contador',
  icon: 'report',
  scope: 'store',
  minimumRole: 'manager',
  Page: lazyFramed(() => import('../fiscal/accountant-tab.tsx'), 'AccountantTab'),
}
