import type { SettingsTab } from '../screens/settings-tab.ts'
import { lazyPart } from '../screens/stale-chunk.ts'

/** Public exports of this folder. */
export const accountantTab: SettingsTab = {
  id: 'contador',
  label: 'Para o contador',
  icon: 'report',
  scope: 'store',
  minimumRole: 'manager',
  Page: lazyPart(() => import('../fiscal/accountant-tab.tsx'), 'AccountantTab'),
}
