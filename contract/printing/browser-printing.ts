import * as z from 'zod/mini'
import { papers } from './paper.ts'
import { printJobView } from './printing.ts'
import { route } from '../shared/route.ts'

/**
 * Printing from a tab of the panel, where no agent can be. A browser says nothing of paper, so a ticket is handed out
 * once, its state is `handed`, and only a person can say that it is on paper. A repeat says REIMPRESSÃO.
 */
export const browserTicket = z.strictObject({
  jobId: z.uuid(),
  /** Without personal data. */
  title: z.string(),
  paper: z.literal(papers),
  /** The ticket as a picture; its width is the printable width of the paper. */
  svg: z.string(),
})
export type BrowserTicket = z.output<typeof browserTicket>

export const takeBrowserTicket = route({
  name: 'takeBrowserTicket',
  method: 'POST',
  path: '/config/print/browser/mine/{id}',
  summary: 'Hands one waiting ticket of a browser printer to the tab that asks; of two tabs one gets it',
  access: { kind: 'store', role: 'basic' },
  // It carries an order's contact to paper.
  leavesBehind: true,
  params: z.strictObject({ id: z.uuid('Impressora inválida.') }),
  body: z.strictObject({
    /** That one, because a person asked for it here. Absent: the oldest that is due, by a tab that prints automatically. */
    jobId: z.optional(z.uuid('Impressão inválida.')),
  }),
  /** Null: nothing waits, or another tab has it. */
  reply: z.strictObject({ ticket: z.nullable(browserTicket) }),
  errors: ['store/not-found', 'print/printer-not-found'],
})

export const confirmBrowserTicket = route({
  name: 'confirmBrowserTicket',
  method: 'POST',
  path: '/config/print/browser/printed/mine/{jobId}',
  summary: 'A person has seen the paper of a ticket that was handed to a browser; a repeat changes nothing',
  access: { kind: 'store', role: 'basic' },
  leavesBehind: false,
  params: z.strictObject({ jobId: z.uuid('Impressão inválida.') }),
  reply: printJobView,
  errors: ['store/not-found', 'print/job-not-found', 'print/not-handed'],
})
