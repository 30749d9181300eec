import { lazyPart } from '../shell/stale-chunk.ts'
import type { SettingsTab } from '../shell/settings-tab.ts'

/** Public exports of this folder for other rooms; the signed-in user is in session.ts. */

export const teamTab: SettingsTab = {
  key: 'team',
  label: 'Equipe',
  minimumRole: 'manager',
  Page: lazyPart(() => import('./team/team-tab.tsx'), 'TeamTab'),
}
