import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { ConnectionParts, Grant, GivenCredentials, Linking, LinkingByCode } from '../marketplace-kind.ts'
import { applicationOf, trustedOrigins, type Application } from './application.ts'
import { baseOf, failureAt } from './http.ts'
import type { OpenDeliveryProfile } from './profile.ts'
import { createTokenCall, type Token, type TokenCall } from './tokens.ts'

/** The token with the address that takes it, as the text of a grant. */
const access = z.object({ baseUrl: z.string(), token: z.string() })
const credentials = z.object({
  baseUrl: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  appId: z.nullable(z.string()),
})

export const accessOf = (text: string): z.output<typeof access> => z.parse(access, JSON.parse(text))
export const credentialsOf = (renewal: string): GivenCredentials => z.parse(credentials, JSON.parse(renewal))

/** How a store is connected, by whose credentials the application asks for (profile.ts). */
export function openDeliveryLinking(profile: OpenDeliveryProfile, parts: ConnectionParts): Linking {
  const application = applicationOf(profile, parts.env)
  const ask = createTokenCall(profile, parts)
  const firstOrderIsTest = true
  switch (profile.credentials.of) {
    case 'merchant':
      return {
        portalUrl: null,
        byApp: false,
        firstOrderIsTest,
        byCredentials: byCredentials(profile, parts, ask),
      }
    case 'software':
      return { portalUrl: null, byApp: application !== null, firstOrderIsTest }
    case 'owner':
      return {
        portalUrl: null,
        byApp: false,
        firstOrderIsTest,
        listsNone: true,
        byCode: application ? byConsent(profile, parts, { application, ask }) : undefined,
      }
  }
}

/** An ordering application gives each merchant credentials of its own (docs/marketplaces/open-delivery.md section 1). */
function byCredentials(
  profile: OpenDeliveryProfile,
  { env, now }: ConnectionParts,
  ask: TokenCall,
): Linking['byCredentials'] {
  const trusted = trustedOrigins(profile, env)
  /** `otherwise`: what credentials that are not taken mean now. */
  const grantOf = async (given: GivenCredentials, otherwise: 'refused' | 'unauthorised'): Promise<Grant> => {
    const baseUrl = baseOf(given.baseUrl, trusted)
    if (baseUrl === null) throw failureAt(profile.platform)('not-configured', 'an address that is not called')
    const { clientId, clientSecret } = given
    const token = await ask(
      `${baseUrl}/oauth/token`,
      { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' },
      otherwise,
    )
    return granted(token, { baseUrl, renewal: JSON.stringify({ ...given, baseUrl }), now })
  }
  return {
    mayCall: (baseUrl) => baseOf(baseUrl, trusted) !== null,
    tryCredentials: (given) => grantOf(given, 'refused'),
    renew: (renewal) => grantOf(credentialsOf(renewal), 'unauthorised'),
  }
}

const consentMs = 30 * 60_000

/**
 * The owner signs in at the application and is led back to our address with a code, or with the whole of that address.
 * `undefined`: the environment does not say where owners are led back to.
 */
function byConsent(
  { platform, credentials: mode }: OpenDeliveryProfile,
  { env, now }: ConnectionParts,
  { application, ask }: { readonly application: Application; readonly ask: TokenCall },
): LinkingByCode | undefined {
  if (mode.of !== 'owner') return undefined
  const redirectUrl = env[mode.redirectUrl]
  if (!redirectUrl) return undefined
  const login = env[mode.loginUrl].replace(/\/+$/, '')
  const { baseUrl, clientId, clientSecret } = application
  const tokens = async (
    form: Readonly<Record<string, string>>,
    otherwise: 'refused' | 'unauthorised',
  ): Promise<Grant> => {
    const all = { client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUrl, ...form }
    const token = await ask(`${login}/oauth/token`, all, otherwise)
    return granted(token, { baseUrl, renewal: token.refresh ?? form.refresh_token ?? '', now })
  }
  return {
    requestCode: () => {
      const verifier = randomBytes(24).toString('base64url')
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUrl,
        scope: mode.scopes,
        response_type: 'code',
        choose_tenants: 'true',
        state: verifier,
      })
      const until = new Date(now().getTime() + consentMs)
      return Promise.resolve({ userCode: null, verifier, url: `${login}/login?${query.toString()}`, until })
    },
    redeemCode: (pasted, verifier) => {
      const query = URL.parse(pasted)?.searchParams
      const state = query?.get('state')
      if (typeof state === 'string' && state !== verifier)
        throw failureAt(platform)('refused', 'the consent to another request')
      return tokens({ code: query?.get('code') ?? pasted, grant_type: 'authorization_code' }, 'refused')
    },
    renew: (renewal) => tokens({ refresh_token: renewal, grant_type: 'refresh_token' }, 'unauthorised'),
  }
}

const granted = (
  { text, lifeMs }: Token,
  { baseUrl, renewal, now }: { readonly baseUrl: string; readonly renewal: string; readonly now: () => Date },
): Grant => ({
  access: JSON.stringify({ baseUrl, token: text }),
  accessUntil: new Date(now().getTime() + lifeMs),
  renewal,
  renewUntil: null,
})
