import type { FastifyRequest } from 'fastify'
import type { readIdentityProvider as readProviderRoute } from '../../contract/identity/identity.ts'
import type { readMailbox as readMailboxRoute } from '../../contract/mail/mailbox.ts'
import type { Reply } from '../../contract/shared/route.ts'
import { everyDatabase } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import type { Env } from '../env.ts'
import { AppError } from '../errors/app-error.ts'
import type { Call } from '../calls/call.ts'
import { authenticate } from './access/authenticate.ts'
import { readDemo } from './demo-people.ts'
import { publicOrigin } from './links/links.ts'

export async function readIdentityProvider({
  deps,
}: Call<typeof readProviderRoute>): Promise<Reply<typeof readProviderRoute>> {
  const { env } = deps
  return {
    provider: env.IDENTITY_PROVIDER,
    firebase:
      env.IDENTITY_PROVIDER === 'firebase'
        ? {
            apiKey: env.FIREBASE_API_KEY ?? '',
            authDomain: env.FIREBASE_AUTH_DOMAIN ?? `${env.FIREBASE_PROJECT_ID ?? ''}.firebaseapp.com`,
            projectId: env.FIREBASE_PROJECT_ID ?? '',
            emulatorUrl: env.FIREBASE_AUTH_EMULATOR_HOST ? `http://${env.FIREBASE_AUTH_EMULATOR_HOST}` : null,
          }
        : null,
    mailbox: mailboxIsOn(env),
    demo: await readDemo(deps),
  }
}

/** Mails contain secret links, so the page exists only in development without SMTP. */
const mailboxIsOn = (env: Env): boolean => env.NODE_ENV !== 'production' && !env.SMTP_URL

/**
 * A web page of anybody can make a browser of this machine call it under a name that leads here (DNS rebinding), and a
 * neighbour on the network can call it: so only under the panel's own names, by this machine or a signed-in person.
 */
async function mayReadMailbox(deps: Deps, request: FastifyRequest): Promise<boolean> {
  const names = ['localhost', '127.0.0.1', '::1', new URL(publicOrigin(deps.env)).hostname]
  // Not X-Forwarded-Host, which a page may set.
  const name = (request.headers.host ?? '').replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  if (!names.includes(name)) return false
  if (/^(::ffff:)?127\.|^::1$/.test(request.ip)) return true
  return (await authenticate(deps, request).catch(() => null)) !== null
}

const mailsShown = 50

export async function readMailbox({
  deps,
  request,
}: Call<typeof readMailboxRoute>): Promise<Reply<typeof readMailboxRoute>> {
  if (!mailboxIsOn(deps.env) || !(await mayReadMailbox(deps, request))) throw new AppError('route/not-found')
  const rows = await Promise.all(
    everyDatabase(deps).map((database) =>
      database
        .selectFrom('mail_messages')
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(mailsShown)
        .execute(),
    ),
  )
  const latest = rows
    .flat()
    .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1))
    .slice(0, mailsShown)
  return {
    messages: latest.map((row) => ({
      id: row.id,
      recipient: row.recipient,
      subject: row.subject,
      text: row.text_body,
      html: row.html_body,
      createdAt: row.created_at.toISOString(),
    })),
  }
}
