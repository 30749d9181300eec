import { minuteMs, secondMs } from '../../contract/shared/durations.ts'
import type { Deps } from '../deps.ts'
import { claimMails, sendMail } from '../mail/mail-queue.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { QueueConsumer, Room } from './consumer.ts'

/** Mails belong to people, and all of them leave by one server: those of every database together. */
export function mail(deps: Deps, mailer: Mailer): QueueConsumer {
  const concurrency = 4
  return {
    name: 'mail',
    queue: 'mail',
    // Finds what a lost wake-up left behind.
    everyMs: secondMs,
    concurrency,
    lanesPerStore: concurrency,
    slowAfterMs: minuteMs,
    timeLimitMs: minuteMs,
    claim: async (room: Room) => {
      const mails = await claimMails(deps, room.lanes, room.running())
      return mails.map((one) => ({
        key: one.id,
        storeId: 'mail',
        run: () => sendMail(deps, mailer, one),
      }))
    },
  }
}
