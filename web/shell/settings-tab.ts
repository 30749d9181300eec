import type { ComponentType } from 'react'
import type { RoleName } from '../../contract/shared/access.ts'

/** A tab of the settings page: defined by its room, shown by web/settings. */
export interface SettingsTab {
  /** In the address: `/settings?tab=team`. */
  readonly key: string
  readonly label: string
  /** Required in at least one store. */
  readonly minimumRole: RoleName
  readonly Page: ComponentType
}
