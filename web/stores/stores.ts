import { lazyPart } from '../screens/stale-chunk.ts'
import type { SettingsTab } from '../screens/settings-tab.ts'

/** The channels of one store with the buttons that mend them. */
export const StoreChannelsPart = lazyPart(
  () => import('./channels/store-channels-part.tsx'),
  'StoreChannelsPart',
)
export { HolidayCard } from './channels/holiday-card.tsx'

export const profileTab: SettingsTab = {
  id: 'loja',
  area: 'store',
  label: 'Dados da loja',
  icon: 'shop',
  scope: 'store',
  minimumRole: 'manager',
  Page: lazyPart(() => import('./profile/profile-tab.tsx'), 'ProfileTab'),
}

export const modulesTab: SettingsTab = {
  id: 'modulos',
  label: 'Módulos',
  icon: 'columns',
  scope: 'store',
  minimumRole: 'manager',
  Page: lazyPart(() => import('./modules/modules-tab.tsx'), 'ModulesTab'),
}

export const hoursTab: SettingsTab = {
  id: 'horarios',
  area: 'hours',
  label: 'Horários',
  icon: 'clock',
  scope: 'store',
  minimumRole: 'manager',
  Page: lazyPart(() => import('./hours/hours-tab.tsx'), 'HoursTab'),
}
