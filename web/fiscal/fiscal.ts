import type { SettingsTab } from '../shell/settings-tab.ts'
import { lazyPart } from '../shell/stale-chunk.ts'

/** Public exports of this folder. */
export const accountantTab: SettingsTab = {
  id: 'contador',
  label: 'Para o contador',
  icon: 'report',
  scope: 'store',
  minimumRole: 'manager',
  Page: lazyPart(() => import('../fiscal/accountant-tab.tsx'), 'AccountantTab'),
}
