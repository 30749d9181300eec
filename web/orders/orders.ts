import { lazyPart } from '../shell/stale-chunk.ts'
import type { SettingsTab } from '../shell/settings-tab.ts'

/** Public exports of this folder. */

export const rulesTab: SettingsTab = {
  id: 'orders',
  label: 'Pedidos e aceite',
  icon: 'order',
  scope: 'store',
  minimumRole: 'manager',
  Page: lazyPart(() => import('./rules/rules-tab.tsx'), 'RulesTab'),
}
