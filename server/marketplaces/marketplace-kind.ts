import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from 'pino'
import type { ChannelOperation } from '../../contract/integrations/health.ts'
import type { LinkWay } from '../../contract/integrations/integrations.ts'
import type { Env } from '../env.ts'
import type { MarketplaceEvent } from './marketplace-event.ts'
import type { Marketplace } from './marketplace.ts'
import type { MarketplaceFailure } from './marketplace-error.ts'

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
  /** Absent: stores cannot be connected in the panel. */
  linking?(parts: ConnectionParts): Linking
}

/** How an owner gives us access to merchants. */
export interface Linking {
  /** Where the owner approves our application, ends its access and places test orders. */
  readonly portalUrl: string | null
  /** Whether our own application serves stores by their merchant id. */
  readonly byApp: boolean
  /** The marketplace marks no order as a test, so the first one after a connection shows that it works. */
  readonly firstOrderIsTest?: boolean
  /** The marketplace does not list what an owner authorised by a code. */
  readonly listsNone?: boolean
  /** Absent: the environment has no application that owners authorise by a code. */
  readonly byCode?: LinkingByCode | undefined
  /** Absent: the marketplace gives no credentials to a store alone. One that has them has no code. */
  readonly byCredentials?: LinkingByCredentials | undefined
}

/** The ways that the environment offers; empty: it has no application at this marketplace. */
export const waysOf = ({ byCode, byCredentials, byApp }: Linking): readonly LinkWay[] => [
  ...(byCode ? (['code'] as const) : []),
  ...(byCredentials ? (['credentials'] as const) : []),
  ...(byApp ? (['app'] as const) : []),
]

/** Every call goes over the network: never in a transaction. */
export interface LinkingByCode {
  requestCode(): Promise<LinkCode>
  /** Throws `refused` for a wrong, used or expired code. */
  redeemCode(authorizationCode: string, verifier: string): Promise<Grant>
  /** Throws `unauthorised` when the owner ended the access or it ran out. */
  renew(renewal: string): Promise<Grant>
}

/** Every call goes over the network: never in a transaction. */
interface LinkingByCredentials {
  /** Whether the server may call this address: of the public internet, with https and a name. */
  mayCall(baseUrl: string): boolean
  /** Throws `refused` for credentials that are not taken. */
  tryCredentials(credentials: GivenCredentials): Promise<Grant>
  /** A new token by the same credentials. Throws `unauthorised` when they are not taken any more. */
  renew(renewal: string): Promise<Grant>
}

/** What an ordering application gave to one store. */
export interface GivenCredentials {
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
  /** Null: webhooks are checked by the secret alone. */
  readonly appId: string | null
}

/** What the owner types at the marketplace; `verifier` is a secret of ours. */
export interface LinkCode {
  /** Null: the link is all that the owner needs. */
  readonly userCode: string | null
  readonly verifier: string
  /** Opens the marketplace with the code filled in. */
  readonly url: string
  readonly until: Date
}

/** Texts of one authorisation that only the marketplace's folder reads. A renewal ends the one before. */
export interface Grant {
  readonly access: string
  readonly accessUntil: Date
  readonly renewal: string
  readonly renewUntil: Date | null
}

export interface ConnectionParts {
  readonly env: Env
  readonly log: Logger
  readonly now: () => Date
}

/** What an owner authorised for one store. */
export interface Authorisation {
  /** Names the authorisation: a new one gets a connection of its own. */
  readonly key: string
  /**
   * A token that is valid now. `spent`: the marketplace just refused this one. Throws MarketplaceError
   * `unauthorised` when the access has ended.
   */
  bearer(spent?: string): Promise<string>
}

export interface MarketplaceWebhook {
  readonly path: string
  /** Sent when the events are committed. */
  readonly status: number
  /** The answer to a question about merchants: those that are there. Absent: the marketplace asks about all at once. */
  readonly present?: (merchantIds: readonly string[]) => object
  /** Checks the signature over the raw bytes before anything is parsed; throws an AppError otherwise. */
  read(
    sent: WebhookCall,
    parts: WebhookParts,
  ): readonly MarketplaceEvent[] | Promise<readonly MarketplaceEvent[]>
}

interface WebhookParts {
  readonly env: Env
  readonly now: Date
  /** The renewal of the store's own grant that this merchant belongs to; null: nobody's, or of the environment. */
  readonly renewalOf: (merchantId: string) => Promise<string | null>
}

interface WebhookCall {
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export interface StoreChannel {
  readonly storeId: string
  readonly platform: string
}

/** What the room of the integrations knows of stores' connections (server/integrations). */
export interface ChannelAccounts {
  /** Null: the store uses the credentials of the environment. Throws for a store that disconnected. */
  find(channel: StoreChannel, linking: Linking | null): Promise<Authorisation | null>
  /** The renewal that a store keeps for this merchant; null: none. */
  readonly renewalOf: (platform: string, merchantId: string) => Promise<string | null>
  readonly note: NoteOperation
}

/** One call to a marketplace and how it ended. */
export interface NotedOperation {
  readonly platform: string
  readonly operation: ChannelOperation
  readonly at: Date
  /** Null: it succeeded. */
  readonly failure: MarketplaceFailure | null
  /** The store, where the call names none of its merchants. */
  readonly storeId?: string
  readonly merchantIds?: readonly string[]
  /** One of several merchants failed, and it is not known which. */
  readonly shared?: boolean
}
export type NoteOperation = (noted: NotedOperation) => void

/** Every marketplace that this process knows (registry.ts). */
export interface Marketplaces {
  readonly kinds: readonly MarketplaceKind[]
  /** The connections with credentials of the environment. */
  readonly configured: readonly Marketplace[]
  /** The connection with the environment's credentials. Throws for a platform that isn't registered. */
  of(platform: string): Marketplace
  /** The connection that serves this store at this platform. */
  marketplaceFor(channel: StoreChannel): Promise<Marketplace>
  /** What checks a webhook that only one store's secret signs. */
  readonly renewalOf: (platform: string, merchantId: string) => Promise<string | null>
  /** How stores are connected; null: unknown platform, or not in the panel. */
  linking(platform: string): Linking | null
  /** A connection that is not kept, for an authorisation that no store uses yet. */
  connectWith(platform: string, authorisation: Authorisation): Marketplace
}
