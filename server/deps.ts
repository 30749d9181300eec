import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { DB } from './db/tables.generated.ts'
import type { Env } from './env.ts'
import type { LiveHub } from './live/hub.ts'
import type { Marketplaces } from './marketplaces/marketplace-kind.ts'
import type { PushService } from './notifications/push-service.ts'
import type { OrderIntake } from './orders/taking/order-intake.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Keyring } from './identity/embedded/keyring.ts'
import type { PrintBell } from './printing/print-bell.ts'
import type { Worker } from './worker/consumer.ts'
import type { IdentityProvider } from './identity/provider.ts'

/** What a room may use. Nothing else reads the clock, the environment or the network. */
export interface Deps {
  readonly env: Env
  readonly db: Kysely<DB>
  readonly log: Logger
  now(): Date
  readonly live: LiveHub
  /** Group commit: resolves when the order is durable. */
  readonly intake: OrderIntake
  readonly marketplaces: Marketplaces
  readonly keyring: Keyring
  readonly provider: IdentityProvider
  /** Null in development without SMTP: mails stay in the mailbox page. */
  readonly mailer: Mailer | null
  readonly push: PushService
  readonly printBell: PrintBell
  /** Null in a process that only answers calls, and before it has started. */
  worker(): Worker | null
}
