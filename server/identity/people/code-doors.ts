import type { codeDoors } from '../../../contract/identity/profile.ts'
import type { DirectoryTransaction } from '../../db/tables.ts'
import { queueMail } from '../../mail/mail-queue.ts'
import { phoneCodeMail } from '../links/mails.ts'

interface Recipient {
  readonly email: string
  readonly name: string
  /** E.164: the number to confirm. */
  readonly phone: string
}

/** A way to bring a code to a person. */
export interface CodeDoor {
  readonly kind: (typeof codeDoors)[number]
  /** The address or number, for the person to read. */
  sentTo(to: Recipient): string
  /** Queues the code in the transaction that keeps it. */
  send(tx: DirectoryTransaction, to: Recipient, code: string, now: Date): Promise<unknown>
}

/** It proves that the account's holder wrote the number, not that the number is theirs. */
const mailDoor: CodeDoor = {
  kind: 'mail',
  sentTo: ({ email }) => email,
  send: (tx, to, code, now) => queueMail(tx, phoneCodeMail(to, code), now),
}

/** A door for messages goes before the mail. */
const doors: readonly [CodeDoor, ...CodeDoor[]] = [mailDoor]

export const doorForCodes = (): CodeDoor => doors[0]
