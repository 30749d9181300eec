import { lazyFramed } from '../screens/stale-chunk.ts'
import type { SettingsTab } from '../screens/settings-tab.ts'

/** Public exports of this folder. */
export const auditTab: SettingsTab = {
  id: 'historico',
  label: 'Histórico',
  icon: 'clock',
  scope: 'all',
  minimumRole: 'manager',
  Page: lazyFramed(() => import('./audit-tab.tsx'), 'AuditTab'),
}
