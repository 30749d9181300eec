import { lazyPart } from '../shell/stale-chunk.ts'
import type { SettingsTab } from '../shell/settings-tab.ts'

/** What other rooms may show of this one; who is signed in: session.ts. */

export const teamTab: SettingsTab = {
  key: 'team',
  label: 'Equipe',
  minimumRole: 'manager',
  Page: lazyPart(() => import('./team/team-tab.tsx'), 'TeamTab'),
}
