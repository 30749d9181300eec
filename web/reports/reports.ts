import { lazyPart } from '../shell/stale-chunk.ts'
import type { SettingsTab } from '../shell/settings-tab.ts'

/** Public exports of this folder. */
export { ExportMenu } from './frame/export-menu.tsx'

export const mailsTab: SettingsTab = {
  id: 'mails',
  label: 'E-mails',
  icon: 'mail',
  scope: 'person',
  minimumRole: 'manager',
  Page: lazyPart(() => import('./mails/mails-tab.tsx'), 'MailsTab'),
}
