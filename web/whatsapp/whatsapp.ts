import { lazyPart } from '../shell/stale-chunk.ts'
import type { SettingsTab } from '../shell/settings-tab.ts'

export const whatsappTab: SettingsTab = {
  id: 'whatsapp',
  label: 'WhatsApp',
  icon: 'phone',
  scope: 'store',
  minimumRole: 'manager',
  Page: lazyPart(() => import('./whatsapp-tab.tsx'), 'WhatsappTab'),
}
