import { lazyPart } from '../shell/stale-chunk.ts'
import type { SettingsTab } from '../shell/settings-tab.ts'

/** Public exports of this folder. */
export { Calendar } from './frame/calendar.tsx'
export { ExportMenu } from './frame/export-menu.tsx'
export { useReport } from './frame/use-report.ts'

export const mailsTab: SettingsTab = {
  key: 'mails',
  label: 'E-mails',
  minimumRole: 'manager',
  Page: lazyPart(() => import('./mails/mails-tab.tsx'), 'MailsTab'),
}
