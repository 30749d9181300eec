import { lazyPart } from '../screens/stale-chunk.ts'
import type { SettingsTab } from '../screens/settings-tab.ts'

/** Public exports of this folder. */
export { useLastStep } from './actions/last-step.ts'

/** Loaded when a screen other than the board needs them. */
export const loadOrderActions = () => import('./actions/order-actions.ts')

export const rulesTab: SettingsTab = {
  id: 'orders',
  area: 'orders',
  label: 'Pedidos e aceite',
  icon: 'order',
  scope: 'store',
  minimumRole: 'manager',
  Page: lazyPart(() => import('./rules/rules-tab.tsx'), 'RulesTab'),
}
