import { accountTab, teamTab } from '../identity/identity.ts'
import { deliveryTab } from '../delivery/delivery.ts'
import { notificationsTab } from '../notifications/notifications.ts'
import { rulesTab } from '../orders/orders.ts'
import { printingTab } from '../printing/printing.ts'
import { mailsTab } from '../reports/reports.ts'
import { hoursTab, profileTab } from '../stores/stores.ts'
import type { SettingsTab } from '../shell/settings-tab.ts'

/** In screen order, by what they are about. Each room exports its own. */
export const tabGroups: readonly { readonly title: string; readonly tabs: readonly SettingsTab[] }[] = [
  { title: 'Loja', tabs: [profileTab, hoursTab, deliveryTab, rulesTab, printingTab] },
  { title: 'Pessoas', tabs: [teamTab] },
  { title: 'Você', tabs: [mailsTab, notificationsTab, accountTab] },
]
