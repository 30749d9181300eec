import { lazyPart } from '../shell/stale-chunk.ts'
import type { SettingsTab } from '../shell/settings-tab.ts'

/** Public exports of this folder. */
export { DaysPanel, Steps, type StepsProps } from './frame/days-panel.tsx'
export { ExportMenu } from './frame/export-menu.tsx'
export { periodWords, presetLabels, rangeBrief } from './frame/period-labels.ts'
export { neighbour, presetOf, rangeOfPreset, type DayRange } from './frame/period-search.rules.ts'
export { useSelectionInAddress } from './frame/report-address.ts'
export { useToday } from './frame/use-report.ts'

export const mailsTab: SettingsTab = {
  key: 'mails',
  label: 'E-mails',
  minimumRole: 'manager',
  Page: lazyPart(() => import('./mails/mails-tab.tsx'), 'MailsTab'),
}
