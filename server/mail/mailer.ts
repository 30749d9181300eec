import { createTransport } from 'nodemailer'
import type { Env } from '../env.ts'

declare module '../deps.ts' {
  interface Deps {
    /** Null in development without SMTP: mails stay in the mailbox page. */
    readonly mailer: Mailer | null
  }
}

interface OutgoingMail {
  /** Chosen by us, so that retries of a mail have the same Message-ID. */
  readonly id: string
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** SMTP client. Without SMTP_URL there is none, and mails stay in the development mailbox. */
export interface Mailer {
  send(mail: OutgoingMail): Promise<void>
  close(): void
}

/** For the whole of one mail. */
const usualTimeoutMs = 15_000

export function createMailer(
  env: Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL'>,
  timeoutMs = usualTimeoutMs,
): Mailer | null {
  if (!env.SMTP_URL) return null
  const from = env.MAIL_FROM ?? 'Balcão <nao-responda@localhost>'
  const transport = createTransport(
    // A server that accepts and never answers must not hold connections either.
    {
      url: env.SMTP_URL,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    },
    { from },
  )
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    send: async (mail) => {
      await Promise.race([
        transport.sendMail({
          from,
          to: { name: '', address: mail.recipient },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          messageId: `<${mail.id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': 'pt-BR' },
        }),
        new Promise<never>((_resolve, reject) => {
          setTimeout(() => reject(new Error('SMTP did not answer in time')), timeoutMs).unref()
        }),
      ])
    },
    close: () => transport.close(),
  }
}
