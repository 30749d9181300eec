import { lazyPart } from '../screens/stale-chunk.ts'

/** Public exports of this folder. */
export { ExportMenu } from './frame/export-menu.tsx'
export { useReport } from './frame/use-report.ts'
export { DaysPanel, Steps, type StepsProps } from './period/days-panel.tsx'
export { periodWords, presetLabels, rangeBrief } from './period/period-labels.ts'
export { neighbour, presetOf, rangeOfPreset } from './period/period.rules.ts'
export { useSelectionInAddress } from './period/report-address.ts'
export { useToday } from './frame/use-report.ts'

/** The answers that other screens give in place. */
export const DisputeDialog = lazyPart(() => import('./quality/quality-dispute-dialog.tsx'), 'DisputeDialog')
export const ReplyDialog = lazyPart(() => import('./quality/quality-reply-dialog.tsx'), 'ReplyDialog')

export const ReportMails = lazyPart(() => import('./mails/mails-tab.tsx'), 'MailsTab')
