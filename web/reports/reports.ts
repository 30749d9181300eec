import { lazyFramed } from '../screens/stale-chunk.ts'

/** Public exports of this folder. */
export { ExportMenu } from './frame/export-menu.tsx'
export { Segments } from './frame/segments.tsx'
export { useReport } from './frame/use-report.ts'
export { DaysPanel, Steps, type StepsProps } from './period/days-panel.tsx'
export { periodWords, presetLabels, rangeBrief } from './period/period-labels.ts'
export { neighbour, presetOf, rangeOfPreset } from './period/period.rules.ts'
export { useSelectionInAddress } from './period/report-address.ts'
export { useToday } from './frame/use-report.ts'

export const ReportMails = lazyFramed(() => import('./mails/mails-tab.tsx'), 'MailsTab')
