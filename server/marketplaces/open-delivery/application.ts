import type { Env } from '../../env.ts'
import type { OpenDeliveryProfile } from './profile.ts'

/** Our software as an application knows it. */
export interface Application {
  /** The address before `/v1/orders`. */
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Null: the environment has none, or the application gives each store its own. */
export function applicationOf({ credentials }: OpenDeliveryProfile, env: Env): Application | null {
  if (credentials.of === 'merchant') return null
  const { names } = credentials
  const baseUrl = env[names.baseUrl]?.replace(/\/+$/, '')
  const clientId = env[names.clientId]
  const clientSecret = env[names.clientSecret]
  return baseUrl && clientId && clientSecret ? { baseUrl, clientId, clientSecret } : null
}

/** Origins that are called although a person could not have typed them: those that the operator wrote down. */
export function trustedOrigins(profile: OpenDeliveryProfile, env: Env): readonly string[] {
  const { credentials } = profile
  const written = [
    applicationOf(profile, env)?.baseUrl,
    credentials.of === 'owner' ? env[credentials.loginUrl] : undefined,
    profile.standBy ? env[profile.standBy.baseUrl] : undefined,
  ]
  return [...env.MENU_IMPORT_ORIGINS, ...written.flatMap((url) => URL.parse(url ?? '')?.origin ?? [])]
}
