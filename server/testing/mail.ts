import type { TestApp } from './app.ts'

/** The newest mail to the address, and the token of the link in it. */
export async function lastMail(app: TestApp, recipient: string) {
  const row = await app.db
    .selectFrom('mail_messages')
    .selectAll()
    .where('recipient', '=', recipient)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row
    ? {
        subject: row.subject,
        text: row.text_body,
        html: row.html_body,
        token: /#([\w-]{43})/.exec(row.text_body)?.[1] ?? '',
      }
    : null
}

export async function mailCount(app: TestApp, recipient: string): Promise<number> {
  const rows = await app.db
    .selectFrom('mail_messages')
    .select('id')
    .where('recipient', '=', recipient)
    .execute()
  return rows.length
}
