import { lazyFramed, lazyPart } from '../screens/stale-chunk.ts'
import type { SettingsTab } from '../screens/settings-tab.ts'

/** Public exports of this folder for other rooms; the signed-in user is in session.ts. */

/** The invitations that wait for the reader's answer; nothing when there are none. */
export const MyInvitations = lazyPart(() => import('./team/my-invitations.tsx'), 'MyInvitations')

/** People of a group who wait for the reader's agreement, as an owner of a store; nothing when there are none. */
export const GroupOffers = lazyPart(() => import('./team/group-offers.tsx'), 'GroupOffers')

export const RoleChoice = lazyFramed(() => import('./team/role-choice.tsx'), 'RoleChoice')

export const teamTab: SettingsTab = {
  id: 'team',
  area: 'people',
  label: 'Equipe',
  icon: 'team',
  scope: 'all',
  minimumRole: 'manager',
  Page: lazyFramed(() => import('./team/team-tab.tsx'), 'TeamTab'),
}

export const accountTab: SettingsTab = {
  id: 'account',
  label: 'Minha conta',
  icon: 'user',
  scope: 'person',
  minimumRole: 'basic',
  Page: lazyFramed(() => import('./account-page.tsx'), 'AccountPage'),
}
