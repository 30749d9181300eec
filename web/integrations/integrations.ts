import { lazyFramed } from '../screens/stale-chunk.ts'
import type { SettingsTab } from '../screens/settings-tab.ts'

export const integrationsTab: SettingsTab = {
  id: 'integracoes',
  label: 'Marketplaces',
  icon: 'plug',
  scope: 'store',
  minimumRole: 'manager',
  modules: ['reviews'],
  Page: lazyFramed(() => import('./integrations-tab.tsx'), 'IntegrationsTab'),
}
