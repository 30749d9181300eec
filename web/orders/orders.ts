import { lazyFramed } from '../screens/stale-chunk.ts'
import type { SettingsTab } from '../screens/settings-tab.ts'

/** Public exports of this folder. */
export { useLastStep } from './actions/last-step.ts'

/** Loaded when a screen other than the board needs them. */
export const loadOrderActions = () => import('./actions/order-actions.ts')

/** What a refund that waits is called, and how it goes back. */
export { causeWords, goesByPix, wayBack } from './refunds/refund-words.rules.ts'

/** Loaded when a refund is settled. */
export const loadRefunds = async () => ({
  ...(await import('./refunds/settle-refund.ts')),
  ...(await import('./refunds/keep-refund-dialog.tsx')),
})

export const rulesTab: SettingsTab = {
  id: 'orders',
  area: 'orders',
  label: 'Pedidos',
  icon: 'order',
  scope: 'store',
  minimumRole: 'manager',
  modules: ['takeout', 'indoor', 'scheduling'],
  Page: lazyFramed(() => import('./rules/rules-tab.tsx'), 'RulesTab'),
}

export const couriersTab: SettingsTab = {
  id: 'entregadores',
  label: 'Entregadores',
  icon: 'bike',
  scope: 'store',
  minimumRole: 'basic',
  Page: lazyFramed(() => import('./couriers/couriers-tab.tsx'), 'CouriersTab'),
}
