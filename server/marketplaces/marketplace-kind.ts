import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from 'pino'
import type { Env } from '../env.ts'
import type { MarketplaceEvent } from './marketplace-event.ts'
import type { Marketplace } from './marketplace.ts'

declare module '../deps.ts' {
  interface Deps {
    readonly marketplaces: Marketplaces
  }
}

/** What a marketplace's folder gives to the registry. */
export interface MarketplaceKind {
  readonly platform: string
  /** Whether the environment holds credentials that serve every store. */
  isConfigured(env: Env): boolean
  /** `authorisation` is null for the credentials of the environment. */
  connect(parts: ConnectionParts, authorisation: Authorisation | null): Marketplace
  readonly webhook?: MarketplaceWebhook
}

export interface ConnectionParts {
  readonly env: Env
  readonly log: Logger
  readonly now: () => Date
}

/** The credentials of one account at a marketplace, opened. Their names are the marketplace's own. */
export interface Authorisation {
  /** Names the account: stores with the same key share a connection. */
  readonly key: string
  readonly secrets: Readonly<Record<string, string>>
}

export interface MarketplaceWebhook {
  readonly path: string
  /** Sent when the events are committed. */
  readonly status: number
  /** Checks the signature over the raw bytes before anything is parsed; throws an AppError otherwise. */
  read(sent: WebhookCall, parts: { readonly env: Env; readonly now: Date }): readonly MarketplaceEvent[]
}

interface WebhookCall {
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export interface StoreChannel {
  readonly storeId: string
  readonly platform: string
}

/** Reads the sealed credentials of a store's integration; null: the store uses those of the environment. */
export type FindAuthorisation = (channel: StoreChannel) => Promise<Authorisation | null>

/** Every marketplace that this process knows (registry.ts). */
export interface Marketplaces {
  readonly kinds: readonly MarketplaceKind[]
  /** The connections with credentials of the environment. */
  readonly configured: readonly Marketplace[]
  /** The connection with the environment's credentials. Throws for a platform that isn't registered. */
  of(platform: string): Marketplace
  /** The connection that serves this store at this platform. */
  marketplaceFor(channel: StoreChannel): Promise<Marketplace>
}
