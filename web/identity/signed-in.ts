import type { AccessEntry } from '../../contract/identity/identity.ts'

export interface SignedIn {
  readonly status: 'signed-in'
  readonly uid: string
  readonly name: string
  readonly email: string
  readonly isRoot: boolean
  /** On the support list, but without the second factor it requires. */
  readonly secondFactorMissing: boolean
  readonly demo: boolean
  readonly access: readonly AccessEntry[]
}
