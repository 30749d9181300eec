import type { Env } from '../../env.ts'

/**
 * What an ordering application publishes about its way of speaking the standard: facts, on which the code of this folder
 * acts. Each fact stands with its source in docs/marketplaces/<platform>.md.
 */
export interface OpenDeliveryProfile {
  readonly platform: string
  readonly credentials: ProfileCredentials
  /** Every request carries the Base64 HMAC of its address, query and body (signature.ts). */
  readonly signsRequests: boolean
  readonly webhook: WebhookFacts
  /** Merchants that one poll may name. With several the events do not say whose they are. */
  readonly maxPolled: number
  /** Letters that an id of ours has at least: the id that the owner knows, behind zeros. */
  readonly merchantIdLetters: number
  /** The call that tells the application where our menu and webhook are. Null: the owner does. */
  readonly onboarding: {
    readonly path: '/v1/merchantOnboarding?merchantId={id}' | '/v1/merchantOnboarding/{id}'
    /** Its name for the id that the owner knows, and how that is written. */
    readonly id: { readonly field: string; readonly as: 'text' | 'number' }
  } | null
  /** The call that opens and closes the merchant there, and tells of a change of its menu. Null: there is none. */
  readonly updates: {
    readonly path: '/v1/merchantUpdate' | '/v1/merchantUpdate/{id}'
    /** `parts`: it takes the objects that changed, and reads the rest at our address. `whole`: it is sent the whole merchant. */
    readonly menu: 'parts' | 'whole'
  } | null
  /** Calls beside the standard that suspend an open store for some minutes, or open it earlier. Null: there are none. */
  readonly standBy: {
    readonly baseUrl: Named<'STORES_URL'>
    readonly path: '/api/v2/store/stand-by'
    readonly openPath: '/api/v2/store/open'
    readonly minutes: number
  } | null
  /** Whether the standard's `GET /v1/merchantStatus` exists. */
  readonly saysMerchantStatus: boolean
  /** Whether the standard's `POST /v1/orders/{id}/validateCode` exists. */
  readonly validatesCodes: boolean
  /** How texts about the customer begin that the application encrypted, and the call that decrypts some at once. */
  readonly encryption: {
    readonly prefix: string
    readonly decryptPath: '/v1/batchDecrypt'
    readonly atOnce: number
  } | null
  /** Whether a customer may ask for money back, which the store grants or refuses. */
  readonly refunds: boolean
}

type ProfileCredentials =
  /** The application gives each store its own, with the address. */
  | { readonly of: 'merchant' }
  /** One pair of our software's for all stores, in the environment. */
  | { readonly of: 'software'; readonly names: ApplicationNames; readonly grantType: string }
  /** Our software's pair, and each owner's consent at a login page of the application. */
  | {
      readonly of: 'owner'
      readonly names: ApplicationNames
      readonly loginUrl: Named<'LOGIN_URL'>
      readonly redirectUrl: Named<'REDIRECT_URL'>
      readonly scopes: string
    }

/** The environment's variables of our application there. */
interface ApplicationNames {
  readonly baseUrl: Named<'BASE_URL'>
  readonly clientId: Named<'CLIENT_ID'>
  readonly clientSecret: Named<'CLIENT_SECRET'>
}

type Named<End extends string> = Extract<keyof Env, `${string}_${End}`>

interface WebhookFacts {
  readonly path: string
  /** What the application takes as received. */
  readonly status: number
  /** How the signature over the raw body is written. */
  readonly encoding: 'hex' | 'base64'
}

/** Version 1.7 as it is written (docs/marketplaces/open-delivery.md). */
export const standard: OpenDeliveryProfile = {
  platform: 'open-delivery',
  credentials: { of: 'merchant' },
  signsRequests: false,
  webhook: { path: '/webhooks/open-delivery/v1/newEvent', status: 204, encoding: 'hex' },
  maxPolled: 1,
  merchantIdLetters: 0,
  onboarding: null,
  updates: { path: '/v1/merchantUpdate', menu: 'parts' },
  standBy: null,
  saysMerchantStatus: true,
  validatesCodes: true,
  encryption: null,
  refunds: false,
}
