import { lazyFramed } from '../screens/stale-chunk.ts'
import type { SettingsTab } from '../screens/settings-tab.ts'

/** Public exports of this folder. */
export const personalDataTab: SettingsTab = {
  id: 'dados-pessoais',
  label: 'Dados de clientes',
  icon: 'key',
  scope: 'store',
  minimumRole: 'manager',
  Page: lazyFramed(() => import('./personal-data-tab.tsx'), 'PersonalDataTab'),
}
