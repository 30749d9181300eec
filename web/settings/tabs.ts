import { adsTab } from '../ads/ads.ts'
import { auditTab } from '../audit/audit.ts'
import { accountTab, teamTab } from '../identity/identity.ts'
import { integrationsTab } from '../integrations/integrations.ts'
import { deliveryTab } from '../delivery/delivery.ts'
import { notificationsTab } from '../notifications/notifications.ts'
import { rulesTab } from '../orders/orders.ts'
import { accountantTab } from '../fiscal/fiscal.ts'
import { personalDataTab } from '../privacy/privacy.ts'
import { printingTab } from '../printing/printing.ts'
import { referralTab } from '../referral/referral.ts'
import { hoursTab, modulesTab, profileTab } from '../stores/stores.ts'
import { stepsTab } from '../onboarding/onboarding.ts'
import { whatsappTab } from '../whatsapp/whatsapp.ts'
import type { SettingsTab } from '../screens/settings-tab.ts'

/** In screen order, by what they are about. Each room exports its own. */
export const tabGroups: readonly { readonly title: string; readonly tabs: readonly SettingsTab[] }[] = [
  {
    title: 'Loja',
    tabs: [stepsTab, profileTab, hoursTab, deliveryTab, modulesTab, rulesTab, printingTab, accountantTab],
  },
  {
    title: 'Canais e divulgação',
    tabs: [integrationsTab, whatsappTab, adsTab, referralTab],
  },
  { title: 'Pessoas', tabs: [teamTab, auditTab, personalDataTab] },
  { title: 'Você', tabs: [notificationsTab, accountTab] },
]
