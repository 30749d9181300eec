import type { ComponentType } from 'react'
import type { AuditArea } from '../../contract/audit/audit-words.ts'
import type { RoleName } from '../../contract/shared/access.ts'
import type { ModuleKey } from '../../contract/stores/module-keys.ts'
import type { Store } from '../../contract/stores/stores.ts'
import type { IconName } from '../ui/icon.tsx'

/** What the page of a store's part is given; each store mounts its own. */
export interface StoreSectionProps {
  /** The store that the settings are about. */
  readonly store: Store
  /** Every store where the person has the part's role, this one included. */
  readonly stores: readonly Store[]
}

interface Part {
  /** In the address, for ever: `/settings?tab=team`. */
  readonly id: string
  readonly label: string
  readonly icon: IconName
  /** Required in at least one store. */
  readonly minimumRole: RoleName
  /** What its changes are listed under in the history of changes. */
  readonly area?: AuditArea
  /** Switched at the head of the part, which is about them. */
  readonly modules?: readonly ModuleKey[]
  /** Switched at its foot: a neighbour of what the part is about. */
  readonly modulesBelow?: readonly ModuleKey[]
}

/**
 * A part of the settings: defined by its room, put into one of the ten sections by web/settings. `store`: about
 * one store at a time, chosen once in the head for all such parts; `person`: about the signed-in person; `all`: about every
 * store at once. `Page` is lazy.
 */
export type SettingsTab = Part &
  (
    | { readonly scope: 'store'; readonly Page: ComponentType<StoreSectionProps> }
    | { readonly scope: 'person' | 'all'; readonly Page: ComponentType }
  )
