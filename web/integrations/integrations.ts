import { lazyFramed, lazyPart } from '../screens/stale-chunk.ts'
import type { SettingsTab } from '../screens/settings-tab.ts'

export const integrationsTab: SettingsTab = {
  id: 'integracoes',
  label: 'Marketplaces',
  icon: 'plug',
  scope: 'store',
  minimumRole: 'manager',
  modulesBelow: ['reviews'],
  Page: lazyFramed(() => import('./integrations-tab.tsx'), 'IntegrationsTab'),
}

/** Lets the Balcão into a channel again. */
export const AuthoriseDialog = lazyPart(() => import('./authorise-dialog.tsx'), 'AuthoriseDialog')
/** Prices of a store that are out of line at a marketplace, each with the one to take. */
export const PricesDialog = lazyPart(() => import('./prices-dialog.tsx'), 'PricesDialog')
