import { lazyFramed } from '../screens/stale-chunk.ts'
import type { SettingsTab } from '../screens/settings-tab.ts'

export const adsTab: SettingsTab = {
  id: 'anuncios',
  label: 'Anúncios',
  icon: 'up',
  scope: 'store',
  minimumRole: 'manager',
  area: 'store',
  modules: ['ads'],
  Page: lazyFramed(() => import('./ads-tab.tsx'), 'AdsTab'),
}
