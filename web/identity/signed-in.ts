import type { AccessEntry, readMyUser } from '../../contract/identity/identity.ts'
import type { Reply } from '../../contract/shared/route.ts'

type SupportEntry = NonNullable<Reply<typeof readMyUser>['support']>

export interface SignedIn {
  readonly status: 'signed-in'
  readonly uid: string
  readonly name: string
  readonly email: string
  /** E.164, confirmed; null: none. */
  readonly phoneNumber: string | null
  readonly isRoot: boolean
  /** The store that this session is in as support; null outside. */
  readonly support: SupportEntry | null
  /** On the support list, but without the second factor it requires. */
  readonly secondFactorMissing: boolean
  readonly demo: boolean
  readonly access: readonly AccessEntry[]
}
