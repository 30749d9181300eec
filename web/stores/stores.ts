import { lazyFramed, lazyPart } from '../screens/stale-chunk.ts'
import type { SettingsTab } from '../screens/settings-tab.ts'

/** The channels of one store with the buttons that mend them. */
export const StoreChannelsPart = lazyFramed(
  () => import('./channels/store-channels-part.tsx'),
  'StoreChannelsPart',
)
/** Whether one channel sells, why, and what it has proved, for the screen that has all else about it. */
export const ChannelVerdict = lazyPart(() => import('./channels/channel-verdict.tsx'), 'ChannelVerdict')
export const ChannelWhy = lazyPart(() => import('./channels/channel-why.tsx'), 'ChannelWhy')
export const ChannelProof = lazyPart(() => import('./channels/channel-proof.tsx'), 'ChannelProof')
/** The one way to stop selling; for managers. */
export const StopSellingDialog = lazyPart(
  () => import('./stop-selling/stop-selling-dialog.tsx'),
  'StopSellingDialog',
)
/** Why stores or their channels do not sell, with the buttons that mend it. */
export const WhyClosedDialog = lazyPart(() => import('./why-closed/why-closed-dialog.tsx'), 'WhyClosedDialog')
/** What a page of the settings switches on and off. */
export const ModuleSwitches = lazyFramed(() => import('./modules/module-switches.tsx'), 'ModuleSwitches')
export const DecideHoliday = lazyPart(() => import('./channels/decide-holiday.tsx'), 'DecideHoliday')
export { HolidayCard } from './channels/holiday-card.tsx'

export const profileTab: SettingsTab = {
  id: 'loja',
  area: 'store',
  label: 'Dados da loja',
  icon: 'shop',
  scope: 'store',
  minimumRole: 'manager',
  Page: lazyFramed(() => import('./profile/profile-tab.tsx'), 'ProfileTab'),
}

export const paymentsTab: SettingsTab = {
  id: 'pagamentos',
  area: 'store',
  label: 'Pagamentos',
  icon: 'key',
  scope: 'store',
  minimumRole: 'manager',
  modulesBelow: ['finance'],
  Page: lazyFramed(() => import('./profile/payments-tab.tsx'), 'PaymentsTab'),
}

export const hoursTab: SettingsTab = {
  id: 'horarios',
  area: 'hours',
  label: 'Horários',
  icon: 'clock',
  scope: 'store',
  minimumRole: 'manager',
  Page: lazyFramed(() => import('./hours/hours-tab.tsx'), 'HoursTab'),
}
