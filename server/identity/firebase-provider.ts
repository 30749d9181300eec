import type { Env } from '../env.ts'
import type { IdentityProvider } from './provider.ts'

export function createFirebaseProvider(_env: Env): IdentityProvider {
  throw new Error('not yet')
}
