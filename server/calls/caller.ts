import type { RoleName } from '../../contract/shared/access.ts'

export interface SupportEntry {
  readonly storeId: string
  readonly until: Date
}

/** The caller, as read from the database for this request. */
export interface Caller {
  readonly uid: string
  readonly name: string
  readonly email: string
  readonly phoneNumber: string | null
  /** On the fixed list and in a session with a second factor: may enter any store, as owner, one at a time. */
  readonly isRoot: boolean
  /** On the fixed list (environment), whatever the session. */
  readonly onRootList: boolean
  /** This session passed a second factor. */
  readonly secondFactor: boolean
  readonly sessionId: string
  readonly signedInAt: Date
  readonly expiresAt: Date
  /** The store that this session is in as support. */
  readonly support: SupportEntry | null
  /** The version of the own name and phone number. */
  readonly profileVersion: number
  /** The store of `support` is among them, as owner. */
  readonly access: ReadonlyMap<string, RoleName>
}
