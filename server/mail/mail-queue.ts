import { sql, type Kysely, type Transaction } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { doubledMs } from '../../contract/shared/back-off.ts'
import { afterCommit, committed } from '../db/after-commit.ts'
import { beyond } from '../db/clock-margin.ts'
import { everyDatabase, type Common } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import type { Mailer } from './mailer.ts'

export interface Mail {
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Call it in the transaction that causes the mail, so that exactly the committed mails are sent. */
export async function queueMail(
  db: Kysely<Common> | Transaction<Common>,
  mail: Mail,
  now: Date,
  { id = uuidv7(), dueAt = now }: { readonly id?: string; readonly dueAt?: Date } = {},
): Promise<void> {
  await db
    .insertInto('mail_messages')
    .values({
      id,
      recipient: mail.recipient,
      subject: mail.subject,
      text_body: mail.text,
      html_body: mail.html,
      created_at: now,
      due_at: dueAt,
    })
    .execute()
  if (db.isTransaction) afterCommit(db as Transaction<Common>, { queue: 'mail' })
  else committed(db, { queue: 'mail' })
}

const claimSeconds = 60
const maxAttempts = 12
/** A mail that ends its process three times waits for a person. */
const maxLostClaims = 3
const maxWaitMs = 3_600_000

export interface ClaimedMail {
  readonly id: string
  readonly recipient: string
  readonly subject: string
  readonly text_body: string
  readonly html_body: string
  readonly attempts: number
  readonly lost_claims: number
  /** Where it was queued. */
  readonly database: Kysely<Common>
}

type MailDeps = Pick<Deps, 'directory' | 'cells' | 'now'>

/**
 * Claims due mails, each for one worker: a person's act queues them in the directory, a store's in its cell. `running`: what
 * this process sends now, which it claims no second time.
 */
export async function claimMails(
  deps: MailDeps,
  most: number,
  running: readonly string[] = [],
): Promise<readonly ClaimedMail[]> {
  const claimed: ClaimedMail[] = []
  for (const database of everyDatabase(deps))
    if (claimed.length < most)
      claimed.push(...(await claimIn(database, { most: most - claimed.length, running, now: deps.now() })))
  return claimed
}

async function claimIn(
  database: Kysely<Common>,
  { most, running, now }: { readonly most: number; readonly running: readonly string[]; readonly now: Date },
): Promise<readonly ClaimedMail[]> {
  const { rows } = await sql<Omit<ClaimedMail, 'database'>>`
    with next as (
      select id, attempts as before, claimed_until is not null as lost from mail_messages
      where sent_at is null and dead_at is null and due_at <= ${now}
        and (claimed_until is null or claimed_until < ${now}) and id <> all (${running}::uuid[])
      order by due_at limit ${most} for update skip locked)
    update mail_messages m
      set attempts = m.attempts + 1, lost_claims = m.lost_claims + next.lost::integer, claimed_until = ${new Date(now.getTime() + claimSeconds * 1_000)}
      from next where m.id = next.id
      returning m.id, m.recipient, m.subject, m.text_body, m.html_body, next.before as attempts, m.lost_claims`.execute(
    database,
  )
  return rows.map((row) => ({ ...row, database }))
}

/**
 * After the clock was set back: a claimed mail is free again after the time of one claim, because it may still be
 * sent, and any other is due. None waits for longer than an hour, not even when it is queued.
 */
export async function bringForwardMails(deps: MailDeps): Promise<void> {
  const now = deps.now()
  const [lastClaim, lastTry] = [beyond(now, claimSeconds * 1_000), beyond(now, maxWaitMs)]
  for (const database of everyDatabase(deps))
    await sql`
      update mail_messages set
        claimed_until = case when claimed_until > ${lastClaim} then ${new Date(now.getTime() + claimSeconds * 1_000)} else claimed_until end,
        due_at = case when due_at > ${lastTry} then ${now} else due_at end
      where sent_at is null and dead_at is null and (claimed_until > ${lastClaim} or due_at > ${lastTry})`.execute(
      database,
    )
}

/**
 * Sends a claimed mail. After a failure waits 2, 4, 8 … s, at most an hour; after 12 attempts (about three hours)
 * it is given up and stays readable.
 */
export async function sendMail(deps: Deps, mailer: Mailer, mail: ClaimedMail): Promise<void> {
  try {
    if (mail.lost_claims >= maxLostClaims) throw new Error('The process ended each time it sent this.')
    await mailer.send({
      id: mail.id,
      recipient: mail.recipient,
      subject: mail.subject,
      text: mail.text_body,
      html: mail.html_body,
    })
  } catch (error) {
    await postpone(deps, mail, error)
    return
  }
  // The links in it are secrets, so they are deleted once the mail is sent.
  await mail.database
    .updateTable('mail_messages')
    .set({ sent_at: deps.now(), text_body: '', html_body: '', claimed_until: null })
    .where('id', '=', mail.id)
    .execute()
}

async function postpone(deps: Deps, mail: ClaimedMail, error: unknown): Promise<void> {
  deps.log.warn({ err: error, mail: mail.id }, 'a mail could not be sent; trying again later')
  const waitMs = doubledMs(2_000, mail.attempts, maxWaitMs)
  await mail.database
    .updateTable('mail_messages')
    .set({
      last_error: error instanceof Error ? error.message.slice(0, 300) : 'unknown',
      due_at: new Date(deps.now().getTime() + waitMs),
      claimed_until: null,
      ...(mail.attempts + 1 >= maxAttempts || mail.lost_claims >= maxLostClaims
        ? { dead_at: deps.now() }
        : {}),
    })
    .where('id', '=', mail.id)
    .execute()
}
