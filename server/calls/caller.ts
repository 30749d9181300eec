import type { RoleName } from '../../contract/shared/access.ts'

/** The caller, as read from the database for this request. */
export interface Caller {
  readonly uid: string
  readonly name: string
  readonly email: string
  readonly phoneNumber: string | null
  /** On the fixed list and in a session with a second factor: may open any store as owner. */
  readonly isRoot: boolean
  /** On the fixed list (environment), whatever the session. */
  readonly onRootList: boolean
  /** This session passed a second factor. */
  readonly secondFactor: boolean
  readonly sessionId: string
  readonly signedInAt: Date
  readonly expiresAt: Date
  readonly access: ReadonlyMap<string, RoleName>
}
