import type { Transaction } from 'kysely'
import type { Directory } from '../db/tables.ts'

declare module '../deps.ts' {
  interface Deps {
    readonly provider: IdentityProvider
  }
}

/** Our rows that belong to a change of credentials, for the transaction that causes it. */
export type WriteRows = (tx: Transaction<Directory>) => Promise<void>

interface NewAccount {
  readonly uid: string
  readonly email: string
  readonly name: string
  readonly password: string
}

/** The content of a verified id token. */
export interface Presented {
  readonly uid: string
  /** The session it belongs to; null for a hosted sign-in that has none yet. */
  readonly sessionId: string | null
  /** users.token_version when it was issued; null if the provider itself tracks revocation. */
  readonly version: number | null
  /** Time of the sign-in, not of the latest renewal. */
  readonly signedInAt: Date
  /** The sign-in itself required a second factor. */
  readonly secondFactor: boolean
  /** For a hosted account: copied to our users table on first use. */
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
 * Stores credentials and signs tokens: our own PostgreSQL (`embedded`) or Firebase Auth / Identity Platform
 * (`firebase`). Sessions, their cookie, their end and all access are ours in both
 * (docs/adr/0002-embedded-identity.md).
 */
export interface IdentityProvider {
  readonly kind: 'embedded' | 'firebase'
  /** auth/id-token-expired, -revoked, or -invalid for every other reason. */
  verify(idToken: string, now: Date): Promise<Presented>
  /** Lets the browser sign in to the same session again; short-lived. */
  customToken(session: SessionToResume, now: Date): Promise<string>
  /** Null if the address has no account. */
  findByEmail(email: string): Promise<{ readonly uid: string; readonly name: string } | null>
  /**
   * Creates the account of an address verified by a link. The hosted provider creates it immediately and may be
   * called again with the same uid; the embedded one only in the rows. auth/password-refused
   */
  createUser(user: NewAccount): Promise<WriteRows>
  /** Like `createUser`: immediately at the hosted provider, in the rows of the embedded one. */
  setPassword(uid: string, password: string): Promise<WriteRows>
  passwordMatches(uid: string, email: string, password: string): Promise<boolean>
  /** Ends what the provider itself keeps valid (refresh tokens); we end our sessions ourselves. */
  revokeAll(uid: string): Promise<void>
}
