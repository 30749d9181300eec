import { lazyPart } from '../screens/stale-chunk.ts'
import type { SettingsTab } from '../screens/settings-tab.ts'

export const integrationsTab: SettingsTab = {
  id: 'integracoes',
  label: 'Canais',
  icon: 'plug',
  scope: 'store',
  minimumRole: 'manager',
  Page: lazyPart(() => import('./integrations-tab.tsx'), 'IntegrationsTab'),
}
