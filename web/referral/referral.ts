import { lazyFramed } from '../screens/stale-chunk.ts'
import type { SettingsTab } from '../screens/settings-tab.ts'

export const referralTab: SettingsTab = {
  id: 'indicacoes',
  label: 'Indicações',
  icon: 'group',
  scope: 'store',
  minimumRole: 'owner',
  area: 'store',
  modules: ['referral'],
  Page: lazyFramed(() => import('./referral-tab.tsx'), 'ReferralTab'),
}
