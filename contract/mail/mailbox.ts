import * as z from 'zod/mini'
import { instant } from '../shared/day.ts'
import { route } from '../shared/route.ts'

/** Development only: what would have been mailed. Without this page being on, the address does not exist. */
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
