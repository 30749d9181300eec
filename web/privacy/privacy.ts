import { lazyPart } from '../shell/stale-chunk.ts'
import type { SettingsTab } from '../shell/settings-tab.ts'

/** Public exports of this folder. */
export const personalDataTab: SettingsTab = {
  id: 'dados-pessoais',
  label: 'Dados de clientes',
  icon: 'key',
  scope: 'store',
  minimumRole: 'manager',
  Page: lazyPart(() => import('./personal-data-tab.tsx'), 'PersonalDataTab'),
}
