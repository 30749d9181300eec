import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Mailer } from './mailer.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../db/scope.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { until } from '../testing/until.ts'
import { claimMails, queueMail, sendMail } from './mail-queue.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const mailTo = (recipient: string) => ({
  recipient,
  subject: 'Assunto',
  text: 'com #chave',
  html: '<p>com #chave</p>',
})

/** A mailer that answers like the SMTP server behind it. */
function through(answer: (recipient: string) => Promise<void>) {
  const sent: string[] = []
  const mailer: Mailer = {
    send: async (mail) => {
      await answer(mail.recipient)
      sent.push(mail.recipient)
    },
    close: () => {},
  }
  return { sent, deps: { ...app.deps, mailer } satisfies Deps }
}
/** Sends due mails one at a time and returns the number of attempts. */
async function relayMail(deps: Deps & { mailer: Mailer }): Promise<number> {
  let tried = 0
  for (;;) {
    const [mail] = await claimMails(deps, 1)
    if (!mail) return tried
    await sendMail(deps, deps.mailer, mail)
    tried += 1
  }
}
const rowOf = (recipient: string) =>
  app.db.selectFrom('mail_messages').selectAll().where('recipient', '=', recipient).executeTakeFirstOrThrow()

test('a mail is sent once, even with four workers, and its links are deleted', async () => {
  await queueMail(app.db, mailTo('um@b.example'), app.deps.now())
  const taken = Promise.withResolvers<void>()
  const { sent, deps } = through(() => taken.promise)
  let idle = 0
  const worker = async () => {
    if ((await relayMail(deps)) === 0) idle += 1
  }
  const workers = [worker(), worker(), worker(), worker()]
  // Three have looked and found nothing while the fourth still sends.
  await until(() => idle === 3)
  taken.resolve()
  await Promise.all(workers)
  expect(sent).toEqual(['um@b.example'])
  const row = await rowOf('um@b.example')
  expect([row.text_body, row.html_body, row.sent_at !== null]).toEqual(['', '', true])
})

test('a mail that the server rejects is retried with growing delays, and given up after twelve attempts', async () => {
  await queueMail(app.db, mailTo('dois@b.example'), app.deps.now())
  const { sent, deps } = through(() => Promise.reject(new Error('451 later')))
  for (let attempt = 1; attempt <= 12; attempt += 1) {
    await relayMail(deps)
    const row = await rowOf('dois@b.example')
    expect(row.attempts).toBe(attempt)
    expect(row.due_at.getTime()).toBeGreaterThan(app.deps.now().getTime())
    await app.db
      .updateTable('mail_messages')
      .set({ due_at: new Date(0) })
      .where('id', '=', row.id)
      .execute()
  }
  expect(await relayMail(deps)).toBe(0)
  const row = await rowOf('dois@b.example')
  expect([row.attempts, row.dead_at !== null, row.last_error]).toEqual([12, true, '451 later'])
  expect(sent).toEqual([])
})

test('a mail of a failed transaction is never sent', async () => {
  await inTransaction(app.db, async (tx) => {
    await queueMail(tx, mailTo('tres@b.example'), app.deps.now())
    throw new Error('no')
  }).catch(() => {})
  const { sent, deps } = through(() => Promise.resolve())
  await relayMail(deps)
  expect(sent).toEqual([])
})
