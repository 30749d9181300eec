import * as z from 'zod/mini'
import { seenRevision } from '../shared/integers.ts'
import { dayText } from '../shared/day.ts'
import { route } from '../shared/route.ts'
import { selectionParam } from '../shared/selection.ts'

export const reportMailKinds = ['daily', 'weekly'] as const
export type ReportMailKind = (typeof reportMailKinds)[number]

const version = seenRevision()

export const reportMailChoice = z.strictObject({
  storeId: z.uuid(),
  /** Sent after each business day of the store. */
  daily: z.boolean(),
  /** Sent after Sunday's business day, covering the week from Monday. */
  weekly: z.boolean(),
  /** Once, two days after the store was opened here: which step comes next. */
  firstSteps: z.boolean(),
  /** 0: never saved; owners receive both mails, managers none. */
  version,
})
export type ReportMailChoice = z.output<typeof reportMailChoice>

export const readReportMails = route({
  name: 'readReportMails',
  method: 'GET',
  path: '/reports/mails/mine',
  summary: 'Which closing mails the caller gets, per store',
  access: { kind: 'selection', role: 'manager' },
  query: z.strictObject({ selection: selectionParam }),
  reply: z.strictObject({ email: z.string(), choices: z.array(reportMailChoice) }),
  errors: ['store/not-found', 'permission/denied'],
})

export const saveReportMails = route({
  name: 'saveReportMails',
  method: 'PUT',
  path: '/reports/mails/mine',
  summary: 'Chooses the own closing mails of a store; a stale version gets 409 with the current value',
  access: { kind: 'store', role: 'manager' },
  leavesBehind: true,
  body: z.strictObject({
    daily: z.boolean(),
    weekly: z.boolean(),
    /** Absent: as it was. */
    firstSteps: z.optional(z.boolean()),
    version,
  }),
  reply: reportMailChoice,
  errors: ['store/not-found', 'report/stale-choice'],
})

export const previewReportMail = route({
  name: 'previewReportMail',
  method: 'GET',
  path: '/reports/mails/preview',
  summary: 'The mail of the last finished day or week of the store, as it would be sent',
  access: { kind: 'store', role: 'manager' },
  load: 'report',
  query: z.strictObject({ kind: z.enum(reportMailKinds, 'Escolha o e-mail do dia ou da semana.') }),
  reply: z.strictObject({
    /** The business day, or the last day of the week. */
    day: dayText,
    subject: z.string(),
    greeting: z.string(),
    paragraphs: z.array(z.string()),
    tables: z.array(
      z.strictObject({
        title: z.string(),
        rows: z.array(z.strictObject({ label: z.string(), value: z.string(), remark: z.string() })),
      }),
    ),
    /** Text of the mail's button. */
    button: z.string(),
    closing: z.string(),
  }),
  errors: ['store/not-found'],
})
