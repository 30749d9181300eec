import * as z from 'zod/mini'
import { instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'

/**
 * Development only: mails that would have been sent. The route does not exist unless the mailbox is
 * enabled.
 */
export const readMailbox = route({
  name: 'readMailbox',
  method: 'GET',
  path: '/mailbox',
  summary: 'The mails written on this machine (development without SMTP)',
  access: { kind: 'public' },
  reply: z.strictObject({
    messages: z.array(
      z.strictObject({
        id: z.uuid(),
        recipient: z.string(),
        subject: z.string(),
        text: z.string(),
        html: z.string(),
        createdAt: instant,
      }),
    ),
  }),
  errors: ['route/not-found'],
})
