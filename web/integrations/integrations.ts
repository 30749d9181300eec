import { lazyPart } from '../shell/stale-chunk.ts'
import type { SettingsTab } from '../shell/settings-tab.ts'

export const integrationsTab: SettingsTab = {
  id: 'integracoes',
  label: 'Canais',
  icon: 'plug',
  scope: 'store',
  minimumRole: 'manager',
  Page: lazyPart(() => import('./integrations-tab.tsx'), 'IntegrationsTab'),
}
