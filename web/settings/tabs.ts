import { auditTab } from '../audit/audit.ts'
import { accountTab, teamTab } from '../identity/identity.ts'
import { integrationsTab } from '../integrations/integrations.ts'
import { deliveryTab } from '../delivery/delivery.ts'
import { notificationsTab } from '../notifications/notifications.ts'
import { rulesTab } from '../orders/orders.ts'
import { printingTab } from '../printing/printing.ts'
import { hoursTab, modulesTab, profileTab } from '../stores/stores.ts'
import { stepsTab } from '../usage/usage.ts'
import type { SettingsTab } from '../shell/settings-tab.ts'

/** In screen order, by what they are about. Each room exports its own. */
export const tabGroups: readonly { readonly title: string; readonly tabs: readonly SettingsTab[] }[] = [
  {
    title: 'Loja',
    tabs: [stepsTab, profileTab, hoursTab, deliveryTab, modulesTab, rulesTab, printingTab, integrationsTab],
  },
  { title: 'Pessoas', tabs: [teamTab, auditTab] },
  { title: 'Você', tabs: [notificationsTab, accountTab] },
]
