import type { Credentials } from './credentials.ts'

export function firebaseCredentials(_setup: object): Credentials {
  throw new Error('not yet')
}
