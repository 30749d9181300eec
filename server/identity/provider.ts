import type { Transaction } from 'kysely'
import type { Directory } from '../db/tables.ts'

declare module '../deps.ts' {
  interface Deps {
    readonly provider: IdentityProvider
  }
}

/** The rows of ours that belong to a change of credentials, for the transaction that causes it. */
export type WriteRows = (tx: Transaction<Directory>) => Promise<void>

interface NewAccount {
  readonly uid: string
  readonly email: string
  readonly name: string
  readonly password: string
}

/** What an id token proves. */
export interface Presented {
  readonly uid: string
  /** The session it belongs to; null for a hosted sign-in that has none yet. */
  readonly sessionId: string | null
  /** users.token_version when it was made; null where the provider itself knows what was revoked. */
  readonly version: number | null
  /** The real sign-in, not the latest renewal. */
  readonly signedInAt: Date
  /** The sign-in itself asked for a second factor. */
  readonly secondFactor: boolean
  /** Of a hosted account: kept in our users table on first sight. */
  readonly profile: {
    readonly email: string
    readonly name: string
    readonly phoneNumber: string | null
  } | null
}

interface SessionToResume {
  readonly uid: string
  readonly sessionId: string
}

/**
 * Who keeps credentials and signs tokens: our own PostgreSQL (`embedded`) or Firebase Auth /
 * Identity Platform (`firebase`). Sessions, their cookie, their end and all access stay ours in
 * both (docs/adr/0002-embedded-identity.md).
 */
export interface IdentityProvider {
  readonly kind: 'embedded' | 'firebase'
  /** auth/id-token-expired, -revoked, or -invalid for everything else that is wrong. */
  verify(idToken: string, now: Date): Promise<Presented>
  /** Signs the browser in again to the same session; short-lived. */
  customToken(session: SessionToResume, now: Date): Promise<string>
  /** Null when the address has no account. */
  findByEmail(email: string): Promise<{ readonly uid: string; readonly name: string } | null>
  /**
   * Makes the account; a link has proved the address. The hosted provider makes it at once and may be asked
   * again with the same uid; the embedded one only in the rows. auth/password-refused
   */
  createUser(user: NewAccount): Promise<WriteRows>
  /** As `createUser`: at once at the hosted provider, in the rows of the embedded one. */
  setPassword(uid: string, password: string): Promise<WriteRows>
  passwordMatches(uid: string, email: string, password: string): Promise<boolean>
  /** Ends what the provider itself keeps alive (refresh tokens); our sessions are ended by us. */
  revokeAll(uid: string): Promise<void>
}
